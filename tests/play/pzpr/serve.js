// serve.js NODE_MODULES: serves the page next to it and the package pzpr from that folder, on a free port of the loopback
// interface, and prints its address.
"use strict";
const fs = require("fs"), http = require("http"), path = require("path");

const modules = process.argv[2];
const types = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8"};

function file_of(url) {
  const name = path.posix.normalize(new URL(url, "http://localhost").pathname);
  if (name === "/page.html") return path.join(__dirname, name);
  return name.startsWith("/pzpr/dist/") ? path.join(modules, name) : null;
}

const server = http.createServer((request, response) => {
  const file = file_of(request.url);
  fs.readFile(file || "", (error, data) => {
    if (error) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {"Content-Type": types[path.extname(file)] || "text/plain"}).end(data);
  });
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
