import { afterEach, describe, expect, it } from '@jest/globals';
import { CHANNEL_STUBS, stubOptions } from './channel-stubs.js';
import { RelayProcess } from './relay-process.js';
import { alert, notification, spoolFolder, until } from './running-relay.js';
import { stubServer, type Call, type Stub } from './stub-server.js';

interface Rounds {
  readonly alerts: number;
  readonly kills: number;
}

/** Names that no channel escapes, shortens or encodes. */
const nameOf = (number: number): string => `Alarm${String(number).padStart(4, '0')}x`;

/** Pub/Sub has its text in base64. */
const textOf = ({ body, json }: Call): string => {
  const [message] = (json['messages'] ?? []) as { readonly data?: string }[];
  return message?.data === undefined
    ? body.toString()
    : Buffer.from(message.data, 'base64').toString();
};

/** Kills the relay while alerts go to every channel that has a stub. */
export function describeChannelKills({ alerts, kills }: Rounds): void {
  let relay: RelayProcess;
  let stub: Stub;

  afterEach(async () => {
    await relay.end('SIGKILL');
    await stub.close();
  });

  async function send(number: number): Promise<void> {
    const body = JSON.stringify(
      notification([alert({ alertname: nameOf(number), severity: 'critical' })]),
    );
    const headers = { 'content-type': 'application/json' };
    const isAccepted = async () =>
      await fetch(`${relay.url}/relay/alertmanager`, { method: 'POST', headers, body })
        .then(({ ok }) => ok)
        .catch(() => false); // it was killed: nothing was promised
    while (!(await isAccepted())) await new Promise((resolve) => setTimeout(resolve, 250));
  }

  describe(`kill -9, ${kills} times, while ${alerts} alerts go to every channel`, () => {
    it('loses none in any of them', async () => {
      const told = new Map<string, Set<string>>();
      stub = await stubServer((call) => {
        const [, name = ''] = call.path.split('/');
        if (Math.random() < 0.2) return { status: 503 };
        const answer = CHANNEL_STUBS[name]?.(call) ?? { status: 404 };
        const seen = told.get(name) ?? new Set();
        told.set(name, seen);
        for (const [found] of textOf(call).matchAll(/Alarm\d{4}x/g)) {
          if (answer.status < 300) seen.add(found);
        }
        return answer;
      });
      const env = Object.entries(stubOptions(stub.url)).flatMap(([name, options]) =>
        Object.entries(options).map(
          ([option, value]) => [`EVENTS_${name.toUpperCase()}_OUT_${option}`, value] as const,
        ),
      );
      relay = await RelayProcess.create({
        ...Object.fromEntries(env),
        EVENTS_SPOOL_DIR: spoolFolder(),
        EVENTS_RETRY_MAX_SECONDS: '1',
        LOG_LEVEL: 'fatal',
      });
      await relay.start();

      const killEvery = Math.ceil(alerts / (kills + 1));
      for (let number = 0; number < alerts; number += 1) {
        await send(number);
        if ((number + 1) % killEvery !== 0) continue;
        await relay.end('SIGKILL');
        await relay.start();
      }

      const all = Array.from({ length: alerts }, (_unused, number) => nameOf(number));
      const missing = () =>
        Object.keys(CHANNEL_STUBS).flatMap((channel) =>
          all.filter((name) => told.get(channel)?.has(name) !== true).map((n) => `${channel} ${n}`),
        );
      await until(() => missing().length === 0, 150_000).catch(() => undefined);

      expect(missing()).toEqual([]);
    }, 300_000);
  });
}
