import { afterEach, describe, expect, it } from '@jest/globals';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { alert, notification, spoolFolder, until } from './running-relay.js';
import { RelayProcess } from './relay-process.js';
import { stubServer, type Stub } from './stub-server.js';

interface Kills {
  readonly keys: number;
  readonly perKey: number;
  readonly kills: number;
}

/** Kills the relay again and again while the alerts of many keys arrive. */
export function describeKills({ keys, perKey, kills }: Kills): void {
  const alerts = (keys * perKey).toLocaleString('en-US');
  let relay: RelayProcess;
  let sink: Stub;
  let database: TestDatabase | undefined;
  let accepted: number;
  let run = { isOver: true };

  afterEach(async () => {
    // What a failed case still sent would reach the next one's relay.
    run.isOver = true;
    await relay.end('SIGKILL');
    await sink.close();
    await database?.drop();
    database = undefined;
  });

  /** Sends the alerts of one key one after the other, each until it is accepted. */
  async function sendKey(key: number, sending: { isOver: boolean }): Promise<void> {
    for (let number = 0; number < perKey; number += 1) {
      const startsAt = new Date(Date.UTC(2026, 0, 1, 0, 0, number)).toISOString();
      const labels = { alertname: `key-${key}`, number: String(number) };
      const fingerprint = key.toString(16).padStart(16, '0');
      const body = JSON.stringify(notification([alert(labels, { fingerprint, startsAt })]));
      // All keys ask again while it starts, and take the processor from it.
      while (!(await isAccepted(body))) {
        if (sending.isOver) return;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      accepted += 1;
    }
  }

  async function isAccepted(body: string): Promise<boolean> {
    try {
      const response = await fetch(`${relay.url}/relay/alertmanager`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      await response.text();
      return response.ok;
    } catch {
      return false; // it was killed: nothing was promised
    }
  }

  /** Each kill comes at a random moment of its own part of the alerts. */
  async function killOften(): Promise<void> {
    for (let kill = 0; kill < kills; kill += 1) {
      const moment = ((kill + Math.random()) / kills) * 0.95 * keys * perKey;
      await until(() => accepted >= moment, 240_000);
      await relay.end('SIGKILL');
      await relay.start();
    }
  }

  describe.each(['SQLite', 'PostgreSQL'])(
    `kill -9 while ${alerts} alerts arrive, with %s`,
    (kind) => {
      it('loses none, and keeps the order of each key', async () => {
        const received = new Map<string, number[]>();
        let distinct = 0;
        let isDown = false;
        sink = await stubServer(({ body }) => {
          if (isDown && Math.random() < 0.8) return { status: 503 };
          const [key = '', number] = body.toString().split(' ');
          const numbers = received.get(key) ?? [];
          if (!numbers.includes(Number(number))) distinct += 1;
          numbers.push(Number(number));
          received.set(key, numbers);
          return {};
        });
        const flapping = setInterval(() => (isDown = !isDown), 200);
        if (kind === 'PostgreSQL') database = await testDatabase();
        relay = await RelayProcess.create({
          ...(database === undefined
            ? { EVENTS_SPOOL_DIR: spoolFolder() }
            : { DATABASE_URL: database.url }),
          EVENTS_WEBHOOK_OUT_URL: sink.url,
          EVENTS_WEBHOOK_OUT_MESSAGE: '{{ .data.labels.alertname }} {{ .data.labels.number }}',
          EVENTS_RETRY_MAX_SECONDS: '1',
          LOG_LEVEL: 'fatal',
        });
        await relay.start();

        accepted = 0;
        run = { isOver: false };
        const sending = Promise.all(
          Array.from({ length: keys }, (_unused, key) => sendKey(key, run)),
        );
        await killOften();
        await sending;
        clearInterval(flapping);
        isDown = false;
        await until(() => distinct === keys * perKey, 240_000);

        expect(received.size).toBe(keys);
        for (const numbers of received.values()) {
          // A crash may repeat what was just sent; what is new always comes in order.
          const firsts = numbers.filter((number, index) => numbers.indexOf(number) === index);
          expect(firsts).toEqual(Array.from({ length: perKey }, (_unused, number) => number));
        }
        expect(await relay.end('SIGTERM')).toBe(0);
      }, 600_000);
    },
  );
}
