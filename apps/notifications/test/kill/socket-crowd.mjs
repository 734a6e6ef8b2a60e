// Sockets in a process of their own: says how many are connected, and who was signalled how often.
import { io } from 'socket.io-client';

/** Handshakes under way at once. */
const AT_ONCE = 200;
const RETRY_MS = 100;

let sockets = [];
let connecting = false;
const signals = new Map();

const commands = {
  open({ url, credentials }) {
    sockets = credentials.map(({ name, token }) => {
      const socket = io(url, {
        forceNew: true,
        autoConnect: false,
        reconnection: false,
        auth: { token },
        transports: ['websocket'],
      });
      socket.on('listen', () => signals.set(name, (signals.get(name) ?? 0) + 1));
      return socket;
    });
    return commands.connect();
  },
  /** Again and again those that are not connected, until all are. */
  async connect() {
    if (connecting) return;
    connecting = true;
    for (;;) {
      const away = sockets.filter(({ connected }) => !connected);
      if (away.length === 0) break;
      for (let start = 0; start < away.length; start += AT_ONCE) {
        const all = await Promise.all(away.slice(start, start + AT_ONCE).map(connect));
        // Nobody is there: the others need not find that out as well.
        if (!all.includes(true)) break;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    connecting = false;
  },
  clear() {
    signals.clear();
  },
};

function connect(socket) {
  return new Promise((resolve) => {
    const end = (isConnected) => () => {
      socket.off('connect').off('connect_error');
      resolve(isConnected);
    };
    socket.once('connect', end(true));
    socket.once('connect_error', end(false));
    socket.connect();
  });
}

process.on('message', async ({ command, ...details }) => {
  await commands[command]?.(details);
  process.send({
    command,
    connected: sockets.filter(({ connected }) => connected).length,
    signalled: signals.size,
    signals: [...signals.values()].reduce((sum, count) => sum + count, 0),
  });
});
process.on('disconnect', () => process.exit());
