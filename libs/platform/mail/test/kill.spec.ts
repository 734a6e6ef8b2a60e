import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomIds, systemClock } from '@sextant/platform-runtime/clock';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { openDataSource } from '@sextant/platform-data/postgres';
import { testDatabase, workspaceRoot, type TestDatabase } from '@sextant/platform-testing';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { DataSource } from 'typeorm';
import { CreateMailQueue1763780000000, MailQueue, MailTemplates } from '../src/index.js';
import { smtpStub, type SmtpStub } from './smtp-stub.js';

const MAILS = 20;
const KILLS = 3;
/** Longer than a worker keeps a mail that it has taken on. */
const LATER_MS = 3_600_000;

let database: TestDatabase;
let source: DataSource;
let server: SmtpStub;
let child: ChildProcess;
let beforeKill = Infinity;
const taken: string[] = [];

beforeAll(async () => {
  database = await testDatabase();
  source = await openDataSource({
    config: { databaseUrl: database.url, databasePoolSize: 4 },
    logger: silentLogger,
    app: 'demo',
    migrations: [CreateMailQueue1763780000000],
  });
  server = await smtpStub({
    onData: (stream, _session, done) => {
      text(stream)
        .then((raw) => {
          taken.push(/^Message-ID: <([^@]+)@/im.exec(raw)?.[1] ?? '');
          beforeKill -= 1;
          // The mail is taken and its sender will never know.
          if (beforeKill <= 0) child.kill('SIGKILL');
          else done();
        })
        .catch(done); // what it was about to send at the same time is cut off
    },
  });
});

afterAll(async () => {
  await server.close();
  await source.destroy();
  await database.drop();
});

async function sendInAnotherProcess(aheadMs: number): Promise<string | null> {
  const script = join(workspaceRoot(), 'libs/platform/mail/test/sending-process.mjs');
  child = spawn(process.execPath, [script, database.url, server.url, String(aheadMs)], {
    stdio: 'inherit',
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return signal;
}

describe('kill -9 of a sending process', () => {
  it('loses no mail, and what comes twice comes under one Message-ID', async () => {
    const templates = new MailTemplates({ en: { hello: { subject: 'Hello', paragraphs: [] } } });
    const queue = new MailQueue({ source, templates, clock: systemClock, ids: randomIds });
    for (let n = 0; n < MAILS; n += 1) {
      const to = `u${n}@example.org`;
      const expiresAt = new Date(Date.now() + 100 * LATER_MS);
      await queue.add({ to, template: 'hello', languages: [], values: {}, expiresAt });
    }

    for (let kill = 0; kill < KILLS; kill += 1) {
      beforeKill = 1 + Math.floor(Math.random() * 5);
      expect(await sendInAnotherProcess(kill * LATER_MS)).toBe('SIGKILL');
    }
    beforeKill = Infinity;
    expect(await sendInAnotherProcess(KILLS * LATER_MS)).toBe(null);

    const stored = await database.query<{ id: string }>(
      'SELECT id FROM mail_queue WHERE sent_at IS NOT NULL',
    );
    expect(stored).toHaveLength(MAILS);
    expect(taken.length).toBeGreaterThan(MAILS);
    expect(new Set(taken)).toEqual(new Set(stored.map(({ id }) => id)));
  });
});
