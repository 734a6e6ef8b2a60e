import { jetstream, JetStreamApiError } from '@nats-io/jetstream';
import { connect, headers, type NatsConnection } from '@nats-io/transport-node';
import type { RelayEvent } from '../../events/event.js';
import { NotComposable, type Outcome } from '../../delivery/sink.js';
import { channel } from '../base/channel.js';
import { LazyConnection } from '../base/lazy-connection.js';

/** NATS JetStream: stored by a stream before it counts, and dropped there when it comes twice (`Nats-Msg-Id`). */
export const nats = channel({
  name: 'nats',
  title: 'NATS JetStream',
  titles: ['Nats'],
  options: {
    servers: {
      kind: 'texts',
      description: 'Servers, as nats://host:4222, or tls://host:4222.',
      example: 'nats://nats:4222',
    },
    subject: { kind: 'texts', description: 'Subjects of a stream.', example: 'alerts.all' },
    user: { kind: 'text', description: 'User.', example: 'relay' },
    password: { kind: 'text', description: 'Its password.', example: 'xxx', secret: true },
    token: { kind: 'text', description: 'A token in their place.', example: 'xxx', secret: true },
  },
  needs: ['servers', 'subject'],
  target: 'subjects',
  isChat: false,
  escape: 'json',
  open: ({ servers = [], subject = [], ...access }, { timeoutMs }) => {
    const connection = new LazyConnection<NatsConnection>({
      connect: async (onClose) => {
        const open = await connect({ ...signIn(access), ...reach(servers, timeoutMs) });
        void open.closed().then(onClose);
        return open;
      },
      end: (open) => open.close(),
      timeoutMs,
    });
    return {
      targets: subject,
      limits: () => [],
      compose({ target, text, event, part = 0 }) {
        if (!/^[^\s*>]+$/.test(target)) throw new NotComposable('the selector named no subject');
        const bytes = new TextEncoder().encode(text);
        const options = { msgID: `${event.id}/${target}/${part}`, headers: headersOf(event) };
        return async () => {
          const open = await connection.get();
          const most = open.info?.max_payload ?? Infinity;
          if (bytes.length > most) return { kind: 'dead', reason: `larger than ${most} bytes` };
          try {
            const stored = jetstream(open, { timeout: timeoutMs });
            const { stream, seq } = await stored.publish(target, bytes, options);
            return { kind: 'delivered', reply: { stream, seq } };
          } catch (error) {
            return outcomeOf(error, target);
          }
        };
      },
      close: () => connection.close(),
    };
  },
});

interface Access {
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly token: string | undefined;
}

const signIn = ({ user, password, token }: Access) => ({
  ...(user === undefined ? {} : { user }),
  ...(password === undefined ? {} : { pass: password }),
  ...(token === undefined ? {} : { token }),
});

/** The relay's own retries go on when a server is away: waiting here would hide it. */
const reach = (servers: readonly string[], timeoutMs: number) => ({
  servers: servers.map((address) => address.replace(/^tls:\/\//, '')),
  ...(servers.some((address) => address.startsWith('tls://')) ? { tls: {} } : {}),
  timeout: timeoutMs,
  reconnect: false,
});

/** CloudEvents' attributes, as the binding for NATS has them. */
function headersOf({ id, eventType, subject, time }: RelayEvent) {
  const all = headers();
  const attributes = { id, type: eventType, source: '/relay', subject, time, specversion: '1.0' };
  for (const [name, value] of Object.entries(attributes)) {
    all.set(`ce-${name}`, value.replaceAll(/[^\x20-\x7e]/g, '?'));
  }
  return all;
}

/** What a stream says of the message itself is for good; all else passes. */
function outcomeOf(error: unknown, subject: string): Outcome {
  const reason = error instanceof Error ? error.message : String(error);
  const isRefused = error instanceof JetStreamApiError && error.status === 400;
  if (isRefused) return { kind: 'dead', reason };
  return { kind: 'retry', reason: `${subject}: ${reason}` };
}
