// Passes connections on, and what comes and goes a while later: node delay.js LISTEN TARGET MS,
// where LISTEN and TARGET are sockets' paths and MS is how long each way takes.
const net = require('net');

const [listen, target, ms] = process.argv.slice(2);

function pass(from, to) {
  const later = (what) => setTimeout(what, Number(ms));
  from.on('data', (bytes) => later(() => to.write(bytes)));
  from.on('close', () => later(() => to.destroy()));
  from.on('error', () => {});
}

net.createServer((client) => {
  const server = net.connect(target);
  client.setNoDelay(true);
  pass(client, server);
  pass(server, client);
}).listen(listen, () => console.log('ready'));
