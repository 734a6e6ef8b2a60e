import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { openDataSource } from '@sextant/platform-data/postgres';
import { migrated, testDatabase, type TestDatabase } from '@sextant/platform-testing';
import type { DataSource } from 'typeorm';
import { speech } from '../src/app.js';
import { Speakers, wav } from './flite-recordings.js';
import { spawnSpeech, type SpeechProcess } from './speech-process.js';
import { challengeOf, hasRecogniser, postVoice, type Form, type VoiceAnswer } from './voices.js';

let database: TestDatabase;
let source: DataSource;
let speakers: Speakers;
let blobs: string;
/** Where the service has its temporary files. */
let temporary: string;
let sample: Uint8Array<ArrayBuffer>;
let service: SpeechProcess;

const start = async (): Promise<void> => {
  service = await spawnSpeech({
    DATABASE_URL: database.url,
    BLOB_DIR: blobs,
    TMPDIR: temporary,
    CONSENT_CHALLENGES_PER_HOUR: '1000',
  });
};

beforeAll(async () => {
  blobs = mkdtempSync(join(tmpdir(), 'sextant-killed-'));
  temporary = mkdtempSync(join(tmpdir(), 'sextant-killed-'));
  database = await testDatabase(migrated(speech));
  speakers = new Speakers();
  sample = wav(await speakers.sample('kal16'));
  source = await openDataSource({
    config: { databaseUrl: database.url, databasePoolSize: 1 },
    logger: silentLogger,
    app: 'speech',
    migrations: [],
  });
  await start();
});
afterAll(async () => {
  await service.kill();
  await source.destroy();
  await speakers.close();
  await database.drop();
  rmSync(blobs, { recursive: true });
  rmSync(temporary, { recursive: true });
});

const files = (): string[] =>
  readdirSync(blobs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(blobs, join(parentPath, name)))
    .toSorted();

const newForm = async (): Promise<Form> => {
  const { id, phrase } = await challengeOf(service);
  return {
    name: 'Ada',
    sample,
    consent_challenge_id: id,
    consent_recording: wav(await speakers.say('kal16', phrase, 0.85)),
  };
};

/** Voices by what the database knows of them; each with the files that it has to have. */
const stored = async () => {
  const voices = await database.query<{ id: string; consents: number; events: number }>(
    `SELECT id, (SELECT count(*)::int FROM consent_record WHERE voice_id = cloned_voice.id) AS consents,
       (SELECT count(*)::int FROM outbox WHERE event->>'subject' = cloned_voice.id::text) AS events
     FROM cloned_voice ORDER BY id`,
  );
  const consents = await database.query('SELECT 1 FROM consent_record');
  const expected = voices.flatMap(({ id }) => [`consents/${id}/recording`, `voices/${id}/sample`]);
  return { voices, consents: consents.length, expected: expected.toSorted() };
};

const isUsed = async (challengeId: string): Promise<boolean> => {
  const [row] = await database.query<{ used: boolean }>(
    'SELECT used_at IS NOT NULL AS used FROM consent_challenge WHERE id = $1',
    [challengeId],
  );
  return row?.used === true;
};

/** Whether the service waits for a lock that a test holds; other tests share the server. */
const waitsForLock = async (): Promise<boolean> => {
  const rows = await database.query(
    `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
     WHERE datname = current_database() AND NOT granted`,
  );
  return rows.length > 0;
};

/** Command lines of a process's children. */
const readChildren = (pid: number): string[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
    .trim()
    .split(' ')
    .filter((child) => existsSync(`/proc/${child}/cmdline`))
    .map((child) => readFileSync(`/proc/${child}/cmdline`, 'latin1'));

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends a creation that comes to a standstill where it touches a table, and kills the service there. Who is not
 * understood reads another phrase.
 */
async function killAt(table: string): Promise<Form> {
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const form = await newForm();
    const holder = source.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const answer = postVoice(service, form).then(
      ({ status }) => status,
      () => 'cut' as const,
    );
    const over = answer.then(() => true);
    while (!(await waitsForLock()) && !(await Promise.race([over, pause(10)]))) continue;
    const isThere = await waitsForLock();
    if (isThere) await service.kill();
    await holder.rollbackTransaction();
    await holder.release();
    expect(await answer).toBe(isThere ? 'cut' : 422);
    if (isThere) return form;
  }
  throw new Error('Nobody was understood.');
}

/** The service comes back, and time has passed for what nobody claims. */
async function restart(): Promise<void> {
  await database.query(`UPDATE blob_garbage SET reserved_at = now() - interval '1 hour'`);
  await start();
  for (let wait = 0; wait < 100; wait += 1) {
    const left = await database.query('SELECT 1 FROM blob_garbage');
    if (left.length === 0) return;
    await pause(50);
  }
}

/** What holds at all times, when the service is back. */
async function expectWhole(): Promise<void> {
  const { voices, consents, expected } = await stored();
  expect(files()).toEqual(expected);
  expect(readdirSync(temporary)).toEqual([]);
  expect(voices.every((voice) => voice.consents === 1 && voice.events === 1)).toBe(true);
  expect(consents).toBe(voices.length);
  const audit = await service.request('GET', '/v1/admin/consents/audit');
  expect(await audit.json()).toMatchObject({ intact: true });
}

/** @param delaysMs how long after the request the service is killed, a round each */
export function describeKilledService(delaysMs: readonly number[]): void {
  (hasRecogniser ? describe : describe.skip)(
    'a service that is killed while it makes a voice, needs pocketsphinx',
    () => {
      it.each([
        ['before the challenge is taken', 'consent_challenge', false],
        ['before files are written', 'blob_garbage', true],
        ['when files are written, before the voice is stored', 'cloned_voice', true],
        ['before the consent is recorded', 'consent_record', true],
        ['before the event is, the last of the transaction', 'outbox', true],
      ])('keeps nothing: %s', async (_point, table, usesChallenge) => {
        const before = await stored();

        const form = await killAt(table);
        const challengeId = String(form['consent_challenge_id']);
        const used = await isUsed(challengeId);
        await restart();

        expect(used).toBe(usesChallenge);
        expect(await stored()).toEqual(before);
        await expectWhole();
        const again = await postVoice(service, form);
        expect(again.status).toBe(usesChallenge ? 409 : 200);
      });

      it('keeps all or nothing, whenever it is killed', async () => {
        const outcomes: string[] = [];
        for (const delayMs of delaysMs) {
          const before = await stored();
          const form = await newForm();
          const answer = postVoice(service, form).then(
            ({ status }) => status,
            () => 'cut' as const,
          );

          await pause(delayMs);
          await service.kill();
          const status = await answer;
          await restart();

          await expectWhole();
          const made = (await stored()).voices.length - before.voices.length;
          if (status === 200) expect(made).toBe(1);
          outcomes.push(`${delayMs} ms: ${status}, ${made} made`);
        }
        process.stdout.write(`Killed after ${outcomes.join('; ')}\n`);
      });

      it('leaves no recording behind while it listens to it', async () => {
        const form = await newForm();
        const answer = postVoice(service, form).catch(() => undefined);
        let isListening = false;
        for (let wait = 0; wait < 2000 && !isListening; wait += 1) {
          isListening = readChildren(service.pid).some((name) => name.includes('pocketsphinx'));
          await pause(2);
        }
        await service.kill();
        await answer;
        await restart();

        expect(isListening).toBe(true);
        await expectWhole();
      });

      it('has what it answered when it is back', async () => {
        let made = await postVoice(service, await newForm());
        for (let n = 0; made.status === 422 && n < 5; n += 1) {
          made = await postVoice(service, await newForm());
        }
        await service.kill();
        expect(made.status).toBe(200);
        const voice = (await made.json()) as VoiceAnswer;
        await restart();

        const answer = await service.request('GET', `/v1/voices/${voice.id}`);
        const kept = await service.request('GET', `/v1/voices/${voice.id}/sample`);
        expect(await answer.json()).toEqual(voice);
        expect(Buffer.from(await kept.arrayBuffer()).equals(Buffer.from(sample))).toBe(true);
        await expectWhole();
      });
    },
  );
}
