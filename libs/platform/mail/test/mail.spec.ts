import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock, randomIds } from '@sextant/platform-runtime/clock';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { openDataSource } from '@sextant/platform-data/postgres';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { DataSource } from 'typeorm';
import {
  CreateMailQueue1763780000000,
  MailQueue,
  MailTemplates,
  MailWorker,
  SmtpTransport,
  type NewMail,
} from '../src/index.js';
import { answer, smtpStub, type SmtpStub } from './smtp-stub.js';

const TEXTS = {
  en: {
    hello: { subject: 'Hello {{.name}}', paragraphs: ['Dear {{.name}},'], action: 'Open' },
    other: { subject: 'Other', paragraphs: ['Something else.'] },
  },
  de: { hello: { subject: 'Hallo {{.name}}', paragraphs: ['Liebe {{.name}},'], action: 'Öffnen' } },
};
const FROM = 'School <no-reply@school.example>';
const MAIL: NewMail = {
  to: 'ada@example.org',
  template: 'hello',
  languages: ['de'],
  values: { name: 'Ada', link: 'https://school.example/x?token=secret-token' },
};
const HOUR = 3_600_000;

let database: TestDatabase;
let source: DataSource;
beforeAll(async () => {
  database = await testDatabase();
  source = await openDataSource({
    config: { databaseUrl: database.url, databasePoolSize: 4 },
    logger: silentLogger,
    app: 'demo',
    migrations: [CreateMailQueue1763780000000],
  });
});
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

let clock: FakeClock;
let queue: MailQueue;
let servers: SmtpStub[];
beforeEach(() => {
  clock = new FakeClock('2026-01-01T00:00:00Z');
  queue = new MailQueue({ source, templates: new MailTemplates(TEXTS), clock, ids: randomIds });
  servers = [];
});
afterEach(async () => {
  await source.query('TRUNCATE mail_queue');
  await Promise.all(servers.map((server) => server.close()));
});

async function server(...options: Parameters<typeof smtpStub>): Promise<SmtpStub> {
  const started = await smtpStub(...options);
  servers.push(started);
  return started;
}

const workerFor = (url: string, silenceMs = 20_000) =>
  new MailWorker({
    queue,
    transport: new SmtpTransport({ url, from: FROM, silenceMs }),
    clock,
    logger: silentLogger,
  });

const rows = () =>
  database.query<{ content: Buffer | null; failure: string | null; attempts: number }>(
    'SELECT content, failure, attempts FROM mail_queue',
  );

describe('a mail', () => {
  it('arrives in both forms, in the language of the reader, from the sender', async () => {
    const { url, received } = await server();
    await queue.add(MAIL);

    await workerFor(url).sendDue();

    expect(received).toHaveLength(1);
    const [{ from, to, mail } = { from: '', to: [], mail: undefined }] = received;
    expect(from).toBe('no-reply@school.example');
    expect(to).toEqual(['ada@example.org']);
    expect(mail).toMatchObject({ subject: 'Hallo Ada', from: { name: 'School' } });
    expect(mail?.text).toContain('https://school.example/x?token=secret-token');
    expect(mail?.html).toContain('>Öffnen</a>');
    const headers = Object.fromEntries(mail?.headers.map(({ key, value }) => [key, value]) ?? []);
    expect(headers).toMatchObject({
      'content-language': 'de',
      'auto-submitted': 'auto-generated',
      'message-id': expect.stringMatching(/^<[0-9a-f-]{36}@school\.example>$/),
    });
  });

  it('leaves the database once it is sent', async () => {
    const { url } = await server();
    await queue.add(MAIL);

    await workerFor(url).sendDue();

    expect(await rows()).toEqual([{ content: null, failure: null, attempts: 1 }]);
  });

  it('is sealed while it waits, where the app seals', async () => {
    const sealer = {
      seal: (plain: string, context: string) =>
        Buffer.from(`${context}!${Buffer.from(plain).toString('hex')}`),
      open: (sealed: Buffer, context: string) => {
        const [owner, hex = ''] = sealed.toString().split('!');
        if (owner !== context) throw new Error('of another mail');
        return Buffer.from(hex, 'hex').toString();
      },
    };
    const templates = new MailTemplates(TEXTS);
    queue = new MailQueue({ source, templates, clock, ids: randomIds, sealer });
    const { url, received } = await server();
    await queue.add(MAIL);

    expect(String((await rows())[0]?.content)).not.toContain('secret-token');
    await workerFor(url).sendDue();
    expect(received[0]?.mail.text).toContain('secret-token');
  });

  it('is sent if and only if the transaction commits', async () => {
    const { url, received } = await server();
    await expect(
      source.transaction(async (manager) => {
        await queue.add(MAIL, manager);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await source.transaction((manager) => queue.add({ ...MAIL, template: 'other' }, manager));

    await workerFor(url).sendDue();

    expect(received.map(({ mail }) => mail.subject)).toEqual(['Other']);
  });

  it('is signed with DKIM where there is a key', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { url, received } = await server();
    const dkim = { selector: 'mail', privateKey: key };
    await queue.add(MAIL);

    const transport = new SmtpTransport({ url, from: FROM, dkim });
    await new MailWorker({ queue, transport, clock, logger: silentLogger }).sendDue();

    const [signature = ''] = /DKIM-Signature:(?:.|\r\n[ \t])+/.exec(received[0]?.raw ?? '') ?? [];
    expect(signature).toMatch(/d=school\.example;/);
    expect(signature).toMatch(/s=mail;/);
  });

  it('is not sent to a server whose address cannot be read: the start says so', () => {
    const url = 'smtp://mailer:50%off@mail.example.org';

    expect(() => new SmtpTransport({ url, from: FROM })).toThrow(URIError);
  });

  it.each([
    ['a list', 'ada@example.org, eve@example.org'],
    ['a header', 'ada@example.org\r\nBcc: eve@example.org'],
    ['a name', 'Ada <ada@example.org>'],
    ['nothing', ''],
  ])('goes to one address: %s is none', async (_what, to) => {
    expect(await queue.add({ ...MAIL, to })).toBe('undeliverable');
    expect(await rows()).toEqual([]);
  });

  it('comes ten times an hour to one address at the most, in any spelling, of each kind', async () => {
    const added = [];
    for (let n = 0; n < 12; n += 1) {
      added.push(await queue.add({ ...MAIL, to: n % 2 === 0 ? 'ADA@example.org' : MAIL.to }));
    }

    expect(added.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'queued'));
    expect(added.slice(10)).toEqual(['limited', 'limited']);
    expect(await queue.add({ ...MAIL, template: 'other' })).toBe('queued');
    expect(await queue.add({ ...MAIL, to: 'eve@example.org' })).toBe('queued');
    clock.advance(HOUR + 1);
    expect(await queue.add(MAIL)).toBe('queued');
  });
});

describe('a mail server that', () => {
  it('is gone gets the mail when it is back', async () => {
    const first = await smtpStub();
    await first.close();
    await queue.add(MAIL);

    await workerFor(first.url).sendDue();
    expect(await rows()).toMatchObject([{ failure: expect.stringContaining('ECONNREFUSED') }]);
    expect(await workerFor(first.url).sendDue()).toBe(0); // not before it is time

    const back = await server({}, { port: first.port });
    clock.advance(5000);
    await workerFor(back.url).sendDue();
    expect(back.received).toHaveLength(1);
    expect(await rows()).toMatchObject([{ content: null, failure: null, attempts: 2 }]);
  });

  it('refuses the recipient for good gets it once', async () => {
    let asked = 0;
    const { url } = await server({
      onRcptTo: (_address, _session, done) => {
        asked += 1;
        done(answer(550, 'No such user'));
      },
    });
    await queue.add(MAIL);

    await workerFor(url).sendDue();
    clock.advance(HOUR);
    await workerFor(url).sendDue();

    expect(asked).toBe(1);
    expect(await rows()).toMatchObject([
      { content: null, failure: expect.stringContaining('550') },
    ]);
    expect(await queue.failing(10)).toMatchObject([{ recipient: MAIL.to, template: 'hello' }]);
  });

  it('refuses the message for good gets it once', async () => {
    const { url } = await server({
      onData: (stream, _session, done) => {
        stream.resume().on('end', () => done(answer(554, 'This looks like spam')));
      },
    });
    await queue.add(MAIL);

    await workerFor(url).sendDue();

    expect(await rows()).toMatchObject([
      { content: null, failure: expect.stringContaining('spam') },
    ]);
  });

  it.each(['onRcptTo', 'onMailFrom'] as const)(
    'says "later" at %s is asked later',
    async (step) => {
      let isBusy = true;
      const { url, received } = await server({
        [step]: (_address: object, _session: object, done: (error?: Error) => void) => {
          done(isBusy ? answer(451, 'Come back later') : undefined);
        },
      });
      await queue.add(MAIL);

      await workerFor(url).sendDue();
      expect(received).toHaveLength(0);
      expect(await rows()).toMatchObject([{ failure: expect.stringContaining('451') }]);

      isBusy = false;
      clock.advance(5000);
      await workerFor(url).sendDue();
      expect(received).toHaveLength(1);
    },
  );

  it('refuses us, not the mail, is asked again: the operator can mend that', async () => {
    const user = 'school:wrong@';
    const onAuth = (_auth: object, _session: object, done: (error: Error) => void) =>
      done(answer(535, 'Wrong password'));
    const { url } = await server(
      { onAuth, authOptional: false, allowInsecureAuth: true },
      { user },
    );
    const sender = await server({
      onMailFrom: (_address, _session, done) => done(answer(553, 'Not your sender')),
    });
    await queue.add(MAIL);

    await workerFor(url).sendDue();
    clock.advance(5000);
    await workerFor(sender.url).sendDue();

    expect(await rows()).toMatchObject([{ content: expect.any(Buffer), attempts: 2 }]);
    const [{ failure } = { failure: '' }] = await queue.failing(1);
    expect(failure).not.toContain('school:wrong');
  });

  it('never answers holds up nobody for ever', async () => {
    const { url } = await server({ onData: (stream) => void stream.resume() });
    const dumb = createServer().listen(0, '127.0.0.1');
    await once(dumb, 'listening');
    const { port } = dumb.address() as AddressInfo;
    await queue.add(MAIL);

    await workerFor(url, 100).sendDue();
    clock.advance(5000);
    await workerFor(`smtp://127.0.0.1:${port}/?tls=off`, 100).sendDue();

    dumb.close();
    expect(await rows()).toMatchObject([{ content: expect.any(Buffer), attempts: 2 }]);
  });

  it('has no TLS gets nothing, unless the operator said so', async () => {
    const { url, received } = await server({}, { query: '' });
    await queue.add(MAIL);

    await workerFor(url).sendDue();

    expect(received).toHaveLength(0);
    expect(await rows()).toMatchObject([{ failure: expect.stringMatching(/TLS/i) }]);
  });

  it('was away for too long makes no mail come when it is of no use any more', async () => {
    const { url, received } = await server();
    await queue.add({ ...MAIL, expiresAt: new Date(clock.nowMs() + 1000) });
    clock.advance(1000);

    await workerFor(url).sendDue();

    expect(received).toHaveLength(0);
    expect(await rows()).toMatchObject([{ content: null, failure: 'It was not sent in time.' }]);
  });
});

describe('two workers', () => {
  it('send each mail once', async () => {
    const { url, received } = await server();
    for (let n = 0; n < 20; n += 1) await queue.add({ ...MAIL, to: `u${n}@example.org` });
    const both = [workerFor(url), workerFor(url)];

    for (let n = 0; n < 4; n += 1) await Promise.all(both.map((worker) => worker.sendDue()));

    expect(new Set(received.map(({ to }) => to[0])).size).toBe(20);
    expect(received).toHaveLength(20);
  });
});

describe('MailWorker', () => {
  it('sends by itself what is added, and ends', async () => {
    const arrived = Promise.withResolvers<undefined>();
    const { url } = await server({
      onData: (stream, _session, done) => {
        stream.resume().on('end', () => {
          done();
          arrived.resolve(undefined);
        });
      },
    });
    const worker = workerFor(url);
    worker.start();

    await queue.add(MAIL);
    await arrived.promise;
    await worker.stop();

    expect(await rows()).toMatchObject([{ content: null }]);
  });

  it('forgets after a week', async () => {
    const { url } = await server();
    await queue.add(MAIL);
    await workerFor(url).sendDue();

    clock.advance(7 * 24 * HOUR + 1);
    expect(await queue.sweep()).toBe(1);
    expect(await rows()).toEqual([]);
  });
});
