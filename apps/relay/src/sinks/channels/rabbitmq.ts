import { connect, type ChannelModel, type ConfirmChannel } from 'amqplib';
import type { RelayEvent } from '../../events/event.js';
import { NotComposable } from '../../delivery/sink.js';
import { channel } from '../base/channel.js';
import { LazyConnection } from '../base/lazy-connection.js';

interface Open {
  readonly model: ChannelModel;
  readonly confirms: ConfirmChannel;
  /** Ids of messages that came back, as no queue takes them. */
  readonly returned: Set<string>;
}

/** RabbitMQ by AMQP 0-9-1: persistent messages, which count when the broker confirms them and a queue has them. */
export const rabbitmq = channel({
  name: 'rabbitmq',
  title: 'RabbitMQ',
  titles: ['RabbitMQ'],
  options: {
    url: {
      kind: 'text',
      description: 'Broker, as amqps://user:password@host/vhost, or amqp:// without TLS.',
      example: 'amqps://relay:xxx@rabbitmq/alerts',
      secret: true,
    },
    exchange: {
      kind: 'text',
      description: 'Exchange; the default one, which knows queues by name, if absent.',
      example: 'alerts',
    },
    routing_key: { kind: 'texts', description: 'Routing keys.', example: 'alerts.all' },
  },
  needs: ['url', 'routing_key'],
  target: 'routing keys',
  isChat: false,
  escape: 'json',
  complaint: ({ url = '' }) =>
    /^amqps?:\/\/[^/]/.test(url) && URL.canParse(url)
      ? undefined
      : '--rabbitmq-out-url must begin with amqp:// or amqps://',
  open: ({ url = '', exchange = '', routing_key: keys = [] }, { timeoutMs }) => {
    const connection = new LazyConnection<Open>({
      connect: (onClose) => opened({ url, timeoutMs }, onClose),
      end: ({ model }) => model.close(),
      timeoutMs,
    });
    return {
      targets: keys,
      limits: () => [],
      compose({ target, text, event, part = 0 }) {
        const id = `${event.id}/${target}/${part}`;
        requireShort({ 'the routing key': target, 'the id': id, 'the type': event.eventType });
        return async () => {
          const open = await connection.get();
          open.returned.delete(id);
          try {
            await published(open, { exchange, target, text, event, id, timeoutMs });
          } catch (error) {
            connection.drop(open); // what it was sent before, it may never confirm
            throw error;
          }
          if (!open.returned.delete(id)) return { kind: 'delivered', reply: { messageId: id } };
          return { kind: 'retry', reason: `no queue takes ${target}` };
        };
      },
      close: () => connection.close(),
    };
  },
});

/** AMQP 0-9-1, section 4.2.5.3: short strings have 255 bytes at most. @throws {NotComposable} */
function requireShort(texts: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(texts)) {
    if (Buffer.byteLength(text) > 255) throw new NotComposable(`${name} is longer than 255 bytes`);
  }
}

async function opened(
  { url, timeoutMs }: { readonly url: string; readonly timeoutMs: number },
  onClose: () => void,
): Promise<Open> {
  const model = await connect(url, { timeout: timeoutMs });
  model.on('error', () => undefined); // 'close' follows
  model.on('close', onClose);
  const confirms = await model.createConfirmChannel();
  const returned = new Set<string>();
  // A channel ends by itself when its exchange is not there.
  confirms.on('error', () => undefined);
  confirms.on('close', () => {
    onClose();
    void model.close().catch(() => undefined); // it is closed already
  });
  confirms.on('return', ({ properties }) => returned.add(String(properties.messageId)));
  return { model, confirms, returned };
}

interface Publication {
  readonly exchange: string;
  readonly target: string;
  readonly text: string;
  readonly event: RelayEvent;
  readonly id: string;
  readonly timeoutMs: number;
}

/** Resolves when the broker has it on the disk, or has given it back. */
async function published({ confirms }: Open, publication: Publication): Promise<void> {
  const { exchange, target, text, event, id, timeoutMs } = publication;
  const options = {
    ...{ persistent: true, mandatory: true, messageId: id, type: event.eventType },
    ...{ appId: 'relay', contentType: 'application/json', contentEncoding: 'utf-8' },
    timestamp: Math.floor(event.receivedMs / 1000),
  };
  await new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('no confirmation in time')), timeoutMs);
    confirms.publish(exchange, target, Buffer.from(text), options, (error: unknown) => {
      clearTimeout(late);
      if (error === null || error === undefined) resolve();
      else reject(error instanceof Error ? error : new Error('the broker refused it'));
    });
  });
}
