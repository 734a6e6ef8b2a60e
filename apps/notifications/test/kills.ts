import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startIssuer, type Issuer } from './issuer.js';
import { killableMongo, killablePostgres, type KillableDatabase } from './killable.js';
import { Listeners, type Credential } from './listeners.js';
import { people } from './people.js';
import { until } from './running.js';
import { ServiceProcess } from './service-process.js';
import { mongoServer } from './storages.js';

/** What nobody recovers from by then is lost. */
const PATIENCE_MS = 120_000;

const DATABASES = {
  PostgreSQL: { name: 'PostgreSQL', open: killablePostgres, isThere: true },
  MongoDB: {
    name: 'MongoDB, needs MONGODB_URI',
    open: killableMongo,
    isThere: mongoServer !== undefined,
  },
} as const;

interface Kills {
  readonly database: keyof typeof DATABASES;
  readonly recipients: number;
  /** So many of the recipients watch for their signal. */
  readonly listening: number;
  readonly rounds: number;
}

/** Kills the service and its database again and again while many are notified. */
export function describeKills({ database: kind, recipients, ...usual }: Kills): void {
  const { name, open, isThere } = DATABASES[kind];
  const often = Number(process.env['KILL_ROUNDS'] ?? usual.rounds);
  const listening = Number(process.env['KILL_LISTENERS'] ?? usual.listening);
  describe(`kill -9 of the service and its ${name} while ${recipients.toLocaleString('en-US')} are notified`, () => {
    (isThere ? describe : describe.skip)('again and again', () => {
      const crowd = people(recipients, 'crowd');
      let issuer: Issuer;
      let database: KillableDatabase;
      let service: ServiceProcess;
      let listeners: Listeners;
      let manager: string;

      beforeAll(async () => {
        issuer = await startIssuer();
        database = await open();
        service = await ServiceProcess.create({
          ...database.env,
          AUTH_ISSUER: issuer.url,
          SOCKET_CONNECTS_PER_MINUTE: '1000000',
          REQUEST_TIMEOUT_MS: String(PATIENCE_MS),
        });
        await service.start();
        manager = await issuer.token('manager', { roles: ['manager'], expiresInSeconds: 7200 });
        listeners = new Listeners();
        await listeners.open(service.url, await credentials());
      });
      afterAll(async () => {
        listeners.close();
        await service.kill();
        await database.remove();
        issuer.close();
      });

      const credentials = (): Promise<Credential[]> =>
        Promise.all(
          Array.from({ length: listening }, async (_unused, index) => {
            const name = `crowd-${Math.floor((index * recipients) / listening)}`;
            return { name, token: await issuer.token(name, { expiresInSeconds: 7200 }) };
          }),
        );

      async function post(title: string): Promise<number> {
        try {
          const response = await fetch(`${service.url}/api/notifications`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${manager}`,
              'content-type': 'application/json',
              'idempotency-key': title,
            },
            body: JSON.stringify({ toUserList: crowd, title, description: 'Text' }),
          });
          await response.text();
          return response.status;
        } catch {
          return 0; // it was killed: nothing was promised
        }
      }

      const isDone = async () => (await database.pending()) === 0;

      /** Kills both so long after the request, and gives its answer and what the restart made of it. */
      async function interrupted(title: string, afterMs: number) {
        const answer = post(title);
        await new Promise((resolve) => setTimeout(resolve, afterMs));
        await Promise.all([database.kill(), service.kill()]);
        const status = await answer;
        await database.start();
        await service.start();
        const connected = listeners.connect();
        await until(isDone, PATIENCE_MS);
        const recovered = await database.stored(title);
        return { status, recovered, connected };
      }

      it(`loses nothing and doubles nothing, ${often} rounds`, async () => {
        const since = performance.now();
        expect(await post('Undisturbed')).toBe(201);
        const durationMs = performance.now() - since;
        const summary = { interrupted: 0, answered: 0, completedByRecovery: 0, signals: 0 };

        for (let round = 0; round < often; round += 1) {
          const title = `Round ${round}`;
          await listeners.clear();

          // From before the intent is stored until after the answer.
          const afterMs = 20 + (1.2 * durationMs * (round + 0.5)) / often;
          const { status, recovered, connected } = await interrupted(title, afterMs);
          if (status === 201) expect(recovered.records).toBe(recipients);
          expect([0, recipients]).toContain(recovered.records);

          // The caller who got no answer asks again, with the same key.
          await until(async () => (await post(title)) === 201, PATIENCE_MS);
          await until(isDone, PATIENCE_MS);
          await connected;
          await until(async () => (await listeners.look()).signalled === listening, PATIENCE_MS);

          expect(await database.stored(title)).toEqual({
            records: recipients,
            users: recipients,
            sent: 1,
          });
          summary.answered += status === 201 ? 1 : 0;
          summary.interrupted += status === 201 ? 0 : 1;
          summary.completedByRecovery += status !== 201 && recovered.records > 0 ? 1 : 0;
          summary.signals += (await listeners.look()).signals;
        }
        const counts = JSON.stringify({ listeners: listening, ...summary });
        process.stderr.write(`kill -9, ${name}, ${often} rounds: ${counts}\n`);
      });
    });
  });
}
