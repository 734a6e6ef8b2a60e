import { createServer } from 'node:http';
import { Server } from 'socket.io';

/** socket.io alone: a room for each client, and one emit for each 1,000 rooms when asked for. */
const [port] = process.argv.slice(2);
const rooms = new Set();
const http = createServer((_request, response) => {
  response.end('ok');
  if (_request.url !== '/burst') return;
  const all = [...rooms];
  for (let start = 0; start < all.length; start += 1000) {
    io.to(all.slice(start, start + 1000)).emit('listen', 'update notifications');
  }
});
const io = new Server(http, {
  perMessageDeflate: false,
  serveClient: false,
  transports: ['websocket'],
});
io.on('connection', (socket) => {
  const room = `academy/${socket.handshake.auth.name}`;
  rooms.add(room);
  void socket.join(room);
});
http.listen(Number(port), '127.0.0.1');
