// Serves the page, on a free port of the loopback interface, and keeps what it reports.
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import {fileURLToPath} from "node:url";

const folder = path.dirname(fileURLToPath(import.meta.url));
const types = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"};
/// No event is longer.
const kMaxEventBytes = 64 << 10;
/// How long a sheet waits for its looks, and then until what they show of a win is there.
const kReadyMs = 90000, kPaintedMs = 1500;

/// Many looks on one page, each in a frame of its own, reduced;
/// with scale=1 their upper left corners in full size. It is loaded once all have dealt a board, or won with
/// `show=win`.
const sheet = ({seeds, scale = 0.38, ...query}) => `<!DOCTYPE html><style>
body { margin: 0; display: flex; flex-wrap: wrap; }
figure { margin: 0; width: 456px; height: 385px; overflow: hidden; font: 14px sans-serif; }
iframe { width: 1200px; height: 960px; transform: scale(${scale}); transform-origin: 0 0; border: 0; }</style>
${seeds.split(",").map((seed) => {
    const url = `/?${new URLSearchParams({...query, seed, page: `sheet-${seed}`})}`;
    return `<figure>${seed}<br><iframe src="${url}"></iframe></figure>`;
  }).join("")}
<img src="/ready?seeds=${seeds}&type=${query.show === "win" ? "won" : "new"}">`;

/// `log(page)`: the page's events in order, each with its `at`, in milliseconds since 1970.
export function startServer() {
  const logs = new Map();
  const log = (page) => logs.get(page) ?? logs.set(page, []).get(page);

  function answer(request, response) {
    const url = new URL(request.url, "http://localhost");
    if (url.pathname === "/truth") {
      response.writeHead(200, {"Content-Type": "application/x-ndjson"});
      return response.end(log(url.searchParams.get("page")).map((event) => `${JSON.stringify(event)}\n`).join(""));
    }
    if (url.pathname === "/log" && request.method === "POST") {
      let body = "";
      request.on("data", (data) => {
        body += data;
        if (body.length > kMaxEventBytes) request.destroy();
      });
      request.on("end", () => {
        log(url.searchParams.get("page")).push({at: Date.now(), ...JSON.parse(body)});
        response.writeHead(204).end();
      });
      return;
    }
    if (url.pathname === "/ready") {
      const {seeds, type} = Object.fromEntries(url.searchParams);
      const limit = Date.now() + kReadyMs;
      const poll = setInterval(() => {
        const isReady = seeds.split(",").every((seed) => log(`sheet-${seed}`).some((event) => event.type === type));
        if (!isReady && Date.now() < limit) return;
        clearInterval(poll);
        setTimeout(() => response.writeHead(204).end(), kPaintedMs);
      }, 50);
      return;
    }
    if (url.pathname === "/sheet") {
      response.writeHead(200, {"Content-Type": "text/html; charset=utf-8"});
      return response.end(sheet(Object.fromEntries(url.searchParams)));
    }
    const name = url.pathname === "/" ? "index.html" : path.basename(url.pathname);
    fs.readFile(path.join(folder, name), (error, data) => {
      if (error) return response.writeHead(404).end();
      const type = `${types[path.extname(name)] ?? "text/plain"}; charset=utf-8`;
      response.writeHead(200, {"Content-Type": type, "Cache-Control": "no-store"}).end(data);
    });
  }

  return new Promise((resolve) => {
    const server = http.createServer(answer);
    server.listen(0, "127.0.0.1", () => {
      resolve({address: `http://127.0.0.1:${server.address().port}`, log, close: () => server.close()});
    });
  });
}
