import { io } from 'socket.io-client';

/** Clients in a process of their own: says when each burst has arrived, and how it was spread. */
process.on('message', async ({ url, credentials }) => {
  let arrivals = [];
  const open = (auth) =>
    new Promise((resolve, reject) => {
      const socket = io(url, {
        auth,
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
      });
      socket.on('listen', () => {
        arrivals.push(performance.now());
        if (arrivals.length < credentials.length) return;
        const offsets = arrivals.map((at) => at - arrivals[0]).sort((a, b) => a - b);
        arrivals = [];
        process.send({
          spanMs: offsets.at(-1),
          p99Ms: offsets[Math.floor(offsets.length * 0.99)],
        });
      });
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
  for (let start = 0; start < credentials.length; start += 100) {
    await Promise.all(credentials.slice(start, start + 100).map(open));
  }
  process.send('connected');
});
