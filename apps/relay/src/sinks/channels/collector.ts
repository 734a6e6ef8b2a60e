import { createSocket } from 'node:dgram';
import { NotComposable } from '../../delivery/sink.js';
import { channel } from '../base/channel.js';

/** One datagram of UDP over IPv4. */
const MAX_BYTES = 65_507;

/**
 * The collector of the upstream tool: the message as a datagram. Nobody answers: what is sent counts as
 * delivered, and may be lost on the way.
 */
export const collector = channel({
  name: 'collector',
  title: 'The upstream tool’s collector (UDP)',
  titles: ['Collector'],
  options: {
    address: { kind: 'text', description: 'Host and port.', example: 'telegraf:8094' },
  },
  needs: ['address'],
  target: 'hosts and ports',
  isChat: false,
  escape: 'json',
  complaint: ({ address = '' }) =>
    isHostPort(address) ? undefined : '--collector-out-address must be host:port',
  open: ({ address = '' }) => {
    const socket = createSocket({ type: 'udp4' });
    socket.unref();
    return {
      targets: [address],
      limits: () => [],
      compose({ target, text }) {
        const bytes = Buffer.from(text);
        if (!isHostPort(target)) throw new NotComposable('the selector named no host:port');
        if (bytes.length > MAX_BYTES) throw new NotComposable(`longer than ${MAX_BYTES} bytes`);
        const colon = target.lastIndexOf(':');
        const [host, port] = [target.slice(0, colon), Number(target.slice(colon + 1))];
        return () =>
          new Promise((resolve, reject) => {
            socket.send(bytes, port, host, (error) =>
              error === null ? resolve({ kind: 'delivered' }) : reject(error),
            );
          });
      },
      close: () => new Promise((resolve) => socket.close(() => resolve())),
    };
  },
});

const isHostPort = (text: string): boolean => /^[^\s:]+:\d{1,5}$/.test(text);
