import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startIssuer, type Issuer } from '../issuer.js';
import { killableMongo, killablePostgres, type KillableDatabase } from './killable.js';
import { Listeners, type Credential } from './listeners.js';
import { people } from '../people.js';
import { startMailReaders, type MailReaders } from './mail-readers.js';
import { SERVICE_TOKEN, until } from '../running.js';
import { ServiceProcess } from '../service-process.js';
import { mongoServer } from '../storages.js';

/** Of the crowd, by e-mail. */
const MAILED = 5;

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
      let mails: MailReaders;

      beforeAll(async () => {
        issuer = await startIssuer();
        database = await open();
        mails = await startMailReaders();
        service = await ServiceProcess.create({
          ...database.env,
          SERVICE_TOKEN,
          SMTP_URL: mails.url,
          MAIL_FROM: 'no-reply@school.example.org',
          AUTH_ISSUER: issuer.url,
          SOCKET_CONNECTS_PER_MINUTE: '1000000',
          REQUEST_TIMEOUT_MS: String(PATIENCE_MS),
        });
        await service.start();
        manager = await issuer.token('manager', { roles: ['manager'], expiresInSeconds: 7200 });
        await wantMails();
        listeners = new Listeners();
        await listeners.open(service.url, await credentials());
      });
      afterAll(async () => {
        listeners.close();
        await service.kill();
        await database.remove();
        issuer.close();
        await mails.close();
      });

      const credentials = (): Promise<Credential[]> =>
        Promise.all(
          Array.from({ length: listening }, async (_unused, index) => {
            const name = `crowd-${Math.floor((index * recipients) / listening)}`;
            return { name, token: await issuer.token(name, { expiresInSeconds: 7200 }) };
          }),
        );

      /** The first of the crowd are mailed at once. */
      const mailed = crowd.slice(0, MAILED);
      async function wantMails(): Promise<void> {
        for (const { user, userId, userName } of mailed) {
          const put = async (path: string, token: string, body: object) => {
            const { status } = await fetch(service.url + path, {
              method: 'PUT',
              headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
              body: JSON.stringify(body),
            });
            expect(status).toBe(200);
          };
          const email = `${userId}@example.org`;
          const account = { academyId: 'academy-1', userId, userName, email };
          await put(`/internal/people/${user}`, SERVICE_TOKEN, account);
          const wish = { kinds: { direct: { email: 'now' } } };
          await put('/api/notifications/preferences', await issuer.token(userId), wish);
        }
      }
      /** Of each who is to be mailed of it, under how many names. */
      const namesOf = (title: string): readonly number[] =>
        mailed.map(({ userId }) => {
          const own = mails.received.filter(
            ({ to, subject }) => subject === title && to === `${userId}@example.org`,
          );
          return new Set(own.map(({ messageId }) => messageId)).size;
        });

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
        // Whose time it is: that of the database, of the service's start, or of the recovery itself.
        const databaseMs = await timed(() => database.start());
        const serviceMs = await timed(() => service.start());
        const connected = listeners.connect();
        const recoveryMs = await timed(() => until(isDone, PATIENCE_MS));
        const recovered = await database.stored(title);
        return { status, recovered, connected, times: { databaseMs, serviceMs, recoveryMs } };
      }

      it(`loses nothing and doubles nothing, ${often} rounds`, async () => {
        const since = performance.now();
        expect(await post('Undisturbed')).toBe(201);
        const durationMs = performance.now() - since;
        const times: Times[] = [];
        const summary = { interrupted: 0, answered: 0, completedByRecovery: 0, signals: 0 };

        for (let round = 0; round < often; round += 1) {
          const title = `Round ${round}`;
          await listeners.clear();

          const afterMs = 20 + 1.2 * durationMs * placeOf(round);
          const { status, recovered, connected, ...after } = await interrupted(title, afterMs);
          times.push(after.times);
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
          // At least one mail each, and all of them under one name.
          await until(() => namesOf(title).every((count) => count > 0), PATIENCE_MS);
          expect(namesOf(title)).toEqual(mailed.map(() => 1));
          await database.clear();
          summary.answered += status === 201 ? 1 : 0;
          summary.interrupted += status === 201 ? 0 : 1;
          summary.completedByRecovery += status !== 201 && recovered.records > 0 ? 1 : 0;
          summary.signals += (await listeners.look()).signals;
        }
        const counts = JSON.stringify({ listeners: listening, ...summary });
        process.stderr.write(`kill -9, ${name}, ${often} rounds: ${counts}\n${tableOf(times)}\n`);
      });
    });
  });
}

/**
 * Between 0 and 1, from before the intent is stored until after the answer: any ten rounds are spread over all of it,
 * so that the first ones compare with the last.
 */
const placeOf = (round: number): number => ((round + 0.5) * (Math.sqrt(5) - 1)) % 1;

interface Times {
  readonly databaseMs: number;
  readonly serviceMs: number;
  readonly recoveryMs: number;
}

async function timed(work: () => Promise<void>): Promise<number> {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

/** What the first and the last tenth of the rounds took, so that one sees whether it grows. */
function tableOf(times: readonly Times[]): string {
  const count = Math.max(1, Math.floor(times.length / 10));
  const row = (name: string, of: (time: Times) => number) => {
    const first = medianOf(times.slice(0, count).map(of));
    const last = medianOf(times.slice(-count).map(of));
    return `  ${name}: median of the first ${count} ${first} ms, of the last ${count} ${last} ms`;
  };
  return [
    row('database is back', ({ databaseMs }) => databaseMs),
    row('service is back', ({ serviceMs }) => serviceMs),
    row('all is recovered', ({ recoveryMs }) => recoveryMs),
  ].join('\n');
}

const medianOf = (values: readonly number[]): number =>
  Math.round([...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0);
