import { createSocket } from 'node:dgram';
import { once } from 'node:events';

import { SMTPServer } from 'smtp-server';

import { NatsStub } from '../../apps/relay/test/nats-stub.ts';
import { RabbitStub } from '../../apps/relay/test/rabbitmq-stub.ts';
import { stubOptions } from '../../apps/relay/test/channel-stubs.ts';

/**
 * A mail server, brokers and a collector, and the options of all channels.
 *
 * @param {{ url: string, messages: { sink: string, path: string, text: string }[] }} stubs
 */
export async function startChannels(stubs) {
  const keep = (sink, path, text) => stubs.messages.push({ sink, path, text });
  const mail = await startMail(keep);
  const collector = createSocket('udp4', (bytes) => keep('collector', 'UDP', bytes.toString()));
  collector.bind(0, '127.0.0.1');
  await once(collector, 'listening');

  const nats = await NatsStub.start();
  nats.onMessage = ({ subject, text }) => keep('nats', subject, text);

  const rabbit = await RabbitStub.start();
  rabbit.onMessage = ({ exchange, routingKey, text }) =>
    keep('rabbitmq', `${exchange}/${routingKey}`, text);

  const options = {
    ...stubOptions(stubs.url),
    email: {
      SMTP_URL: `smtp://127.0.0.1:${mail.server.address().port}?tls=none`,
      FROM: 'relay@example.com',
      TO: 'oncall@example.com',
    },
    nats: { SERVERS: `nats://127.0.0.1:${nats.port}`, SUBJECT: 'alerts.all' },
    rabbitmq: { URL: rabbit.url, EXCHANGE: 'alerts', ROUTING_KEY: 'alerts.all' },
    collector: {
      ADDRESS: `127.0.0.1:${collector.address().port}`,
      MESSAGE: 'events,type={{ .type }} text={{ toJSON .data }}',
    },
  };
  return {
    names: Object.keys(options),
    env: Object.fromEntries(
      Object.entries(options).flatMap(([name, values]) =>
        Object.entries(values).map(([option, value]) => [
          `EVENTS_${name.toUpperCase()}_OUT_${option}`,
          value,
        ]),
      ),
    ),
    stop: async () => {
      collector.close();
      nats.close();
      rabbit.close();
      await new Promise((resolve) => mail.close(resolve));
    },
  };
}

async function startMail(keep) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData(stream, session, done) {
      const chunks = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const [, subject = ''] = /^Subject: (.*)$/m.exec(text) ?? [];
        keep('email', session.envelope.rcptTo.map(({ address }) => address).join(', '), subject);
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return server;
}
