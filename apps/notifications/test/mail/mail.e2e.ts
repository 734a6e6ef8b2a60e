import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { addressDigest } from '../../src/mail/mail.js';
import { unique } from '../events.js';
import { person } from '../people.js';
import { message, start, until, type Running } from '../running.js';

const API = '/api/notifications';
const PATIENCE_MS = 30_000;

/** What an answer of these routes may have. */
type Any = Record<string, never>;

interface Preferences {
  readonly preferences: {
    readonly kinds: Record<string, { readonly push: boolean; readonly email: string }>;
    readonly unreadHours: number;
  };
  readonly account: Record<string, string | null>;
}

describe('e-mail', () => {
  let running: Running;
  let server: SMTPServer;
  let folder: string;
  const received: { readonly raw: string; readonly mail: Email }[] = [];
  let name: string;
  let address: string;

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      onRcptTo: ({ address: to }, _session, done) => {
        const refusal = Object.assign(new Error('No such user'), { responseCode: 550 });
        done(to.startsWith('nobody') ? refusal : null);
      },
      onData: (stream, _session, done) => {
        void text(stream).then(async (raw) => {
          received.push({ raw, mail: await PostalMime.parse(raw) });
          done();
        });
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    folder = mkdtempSync(join(tmpdir(), 'mail-'));
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = join(folder, 'dkim.pem');
    writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    running = await start({
      env: {
        SMTP_URL: `smtp://127.0.0.1:${port}/?tls=off`,
        MAIL_FROM: 'School <no-reply@school.example.org>',
        MAIL_DKIM_KEY_FILE: key,
        PUBLIC_URL: 'https://school.example.org',
      },
    });
  });
  afterAll(async () => {
    await running.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    name = unique('reader');
    address = `${name}@example.org`;
    await putAccount({ email: address, locale: 'es-MX', timeZone: 'America/Mexico_City' });
  });

  const internal = (method: string, path: string, body?: unknown) =>
    running.service.call(method, `/internal/${path}`, body);
  const putAccount = (change: object, of = name) =>
    internal('PUT', `people/${person(of).user}`, {
      academyId: 'academy-1',
      userId: of,
      userName: person(of).userName,
      ...change,
    });
  const prefer = async (body: object, as = name) => {
    const answer = await running.as(as).call('PUT', `${API}/preferences`, body);
    return { ...answer, body: answer.body as unknown as Preferences & { message: string } };
  };
  const preferences = async () => {
    const { body } = await running.as(name).call('GET', `${API}/preferences`);
    return body as unknown as Preferences;
  };
  const mailNow = () => prefer({ kinds: { direct: { email: 'now' } } });
  const notify = (change: object = {}) =>
    running
      .as('manager', { roles: ['manager'] })
      .call('POST', API, message([name], { title: 'Homework', ...change }));
  const mailsTo = (to = address) =>
    received.filter(({ mail }) => mail.to?.some((one) => one.address === to));
  const mailed = async (count = 1) => {
    await until(() => mailsTo().length >= count, PATIENCE_MS);
    return mailsTo()[count - 1]!;
  };
  const stopLink = async () => {
    const { mail } = await mailed();
    const { value = '' } = mail.headers.find(({ key }) => key === 'list-unsubscribe') ?? {};
    return new URL(value.slice(1, -1));
  };

  it('tells in the language of the person, as text and as HTML, signed with its headers of lists', async () => {
    await mailNow();
    await notify({ description: '<b>Read</b> chapter 3.' });

    const { raw, mail } = await mailed();

    expect(mail.subject).toBe('Homework');
    expect(mail.text).toContain('manager of the tests te ha escrito.');
    expect(mail.text).toContain('<b>Read</b> chapter 3.');
    expect(mail.html).toContain('&lt;b&gt;Read&lt;/b&gt; chapter 3.');
    expect(mail.html).toContain('https://school.example.org/inbox');
    expect(mail.html).not.toContain('{{');
    const [, signed = ''] = /DKIM-Signature:[\s\S]*?\bh=([\s\S]*?);/i.exec(raw) ?? [];
    const names = signed.toLowerCase().replaceAll(/\s/g, '').split(':');
    expect(names).toEqual(
      expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post', 'message-id', 'to']),
    );
    expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  });

  it('ends with one press: by POST, not by reading the link', async () => {
    await mailNow();
    await notify();
    const { pathname, search } = await stopLink();
    const link = running.url + pathname + search;

    const page = await fetch(link, { headers: { 'accept-language': 'de' } });
    const before = (await preferences()).preferences.kinds['direct'];
    const pressed = await fetch(link, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });

    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('<form method="post">'),
    ]);
    expect(before).toEqual({ push: true, email: 'now' });
    expect(pressed.status).toBe(200);
    expect((await preferences()).preferences.kinds['direct']).toEqual({ push: true, email: 'off' });
  });

  it.each(['', '?token=', '?token=a.b.c', `?token=${'0'.repeat(24)}.direct.AAAA`])(
    'ends for nobody by a link that is none of ours: %s',
    async (search) => {
      const answer = await fetch(`${running.url}${API}/unsubscribe${search}`, { method: 'POST' });

      expect(answer.status).toBe(400);
    },
  );

  it('goes to no address that bounced, and says why to the person', async () => {
    const messageId = await sentId();
    const complaint = { kind: 'complaint', reason: 'marked as spam' };
    const taken = await internal('POST', 'mail/bounces', {
      ...{ ...complaint, address: address.toUpperCase(), messageId },
    });
    await notify();
    const { account } = await preferences();
    const listed = await internal('GET', 'mail/suppressions');
    const allowed = await internal('DELETE', `mail/suppressions/${address}`);
    const again = await internal('DELETE', `mail/suppressions/${address}`);

    expect(taken.body).toEqual({ suppressed: 1, ignored: 0 });
    expect(account).toMatchObject({ email: address, emailProblem: 'complaint: marked as spam' });
    expect(JSON.stringify(listed.body)).toContain(address);
    expect([allowed.status, again.status, again.body.message]).toEqual([
      ...[200, 404, 'SUPPRESSION_NOT_FOUND'],
    ]);
    expect((await preferences()).account['emailProblem']).toBeNull();
  });

  /** What servers send back of a mail. */
  const report = ({
    status = '5.1.1',
    action = 'failed',
    messageId = '',
    of = address,
    part = 'message/rfc822',
    forwarded = '',
  }) =>
    [
      'From: MAILER-DAEMON@mx.example.org',
      'To: no-reply@school.example.org',
      'Subject: Undelivered Mail Returned to Sender',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      'It could not be delivered.',
      '--b',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.org',
      '',
      ...(forwarded === '' ? [] : [`Original-Recipient: rfc822;${of}`]),
      `Final-Recipient: rfc822; ${forwarded === '' ? of : forwarded}`,
      `Action: ${action}`,
      `Status: ${status}`,
      'Diagnostic-Code: smtp; 550 5.1.1',
      '  no such user here',
      '',
      ...(messageId === ''
        ? []
        : ['--b', `Content-Type: ${part}`, '', 'Subject: Homework', `Message-ID: ${messageId}`]),
      ...['', 'Text', '--b--'],
      '',
    ].join('\r\n');
  /** Of a mail that went to the person, and is stored as such. */
  const sentId = async () => {
    await mailNow();
    await notify();
    const { mail } = await mailed();
    const messageId = mail.messageId ?? '';
    const [id = ''] = messageId.slice(1).split('@');
    const { storage } = running.stored;
    await until(() => storage.mail.wasSent(id, addressDigest(address)), PATIENCE_MS);
    return messageId;
  };
  const postReport = async (mail: string, type = 'message/rfc822') =>
    running.service.call('POST', '/internal/mail/reports', mail, { 'content-type': type });

  it.each([
    ['an address that does not exist', {}, 1],
    ['with the head of the mail alone', { part: 'text/rfc822-headers' }, 1],
    ['forwarded to another address', { forwarded: 'elsewhere@example.net' }, 1],
    ['a mailbox that is full', { status: '5.2.2' }, 0],
    ['a server that is away', { status: '4.4.1' }, 0],
    ['a mail that is late', { action: 'delayed' }, 0],
  ])('learns from reports of mail servers: %s', async (_name, change, count) => {
    const messageId = await sentId();

    const answer = await postReport(report({ messageId, ...change }));

    expect([answer.status, answer.body]).toEqual([200, { suppressed: count, ignored: 0 }]);
    const problem = (await preferences()).account['emailProblem'];
    expect(problem).toBe(count === 1 ? 'permanent: 5.1.1 smtp; 550 5.1.1 no such user here' : null);
  });

  it('believes no report of a mail that it did not send to that address', async () => {
    const messageId = await sentId();
    const victim = `victim-${address}`;
    const metric = async () => {
      const text = await (await fetch(`${running.url}/metrics`)).text();
      return Number(/bounces_total\{[^}]*"ignored"[^}]*\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const before = await metric();

    const forged = [
      // Of no mail, of one that never was, of a real one to somebody else, of one with another name.
      await postReport(report({})),
      await postReport(report({ messageId: `<${randomUUID()}@school.example.org>` })),
      await postReport(report({ messageId, of: victim })),
      await postReport(report({ messageId: `<x@school.example.org>` })),
      await internal('POST', 'mail/bounces', { address: victim, kind: 'permanent', messageId }),
    ];

    expect(forged.map(({ body }) => body)).toEqual(
      forged.map(() => ({ suppressed: 0, ignored: 1 })),
    );
    expect(await metric()).toBe(before + forged.length);
    const { body } = await internal('GET', 'mail/suppressions');
    expect(JSON.stringify(body)).not.toContain(address);
    const told = { address, kind: 'permanent', messageId };
    expect((await internal('POST', 'mail/bounces', told)).body).toMatchObject({ suppressed: 1 });
  });

  it('believes nobody who names no mail, whoever holds the token', async () => {
    const told = { address, kind: 'permanent', reason: 'so I say' };

    const { status, body } = await internal('POST', 'mail/bounces', told);

    expect([status, body.message]).toEqual([400, 'FIELD_REQUIRED(messageId)']);
    expect((await preferences()).account['emailProblem']).toBeNull();
  });

  it.each(['the mail of today', '<a@b', '<>', 'a@b@c', '<a@b> <c@d>'])(
    'says that %j is the name of no mail',
    async (messageId) => {
      const told = { address, kind: 'permanent', messageId };

      const { status, body } = await internal('POST', 'mail/bounces', told);

      expect([status, body.message]).toEqual([400, 'FIELD_INVALID(messageId)']);
    },
  );

  it('knows its mail by a name without brackets, as some providers have it', async () => {
    const messageId = (await sentId()).replaceAll(/[<>]/g, '');

    const told = { address, kind: 'permanent', messageId };

    expect((await internal('POST', 'mail/bounces', told)).body).toEqual({
      ...{ suppressed: 1, ignored: 0 },
    });
  });

  it('refuses what is no report, and who has no token', async () => {
    const none = await postReport('Subject: Hello\r\n\r\nHow are you?');
    const other = await postReport('{}', 'application/json');
    const stranger = await running.as(name).call('POST', '/internal/mail/bounces', {});

    expect([none.status, none.body.message]).toEqual([400, 'FIELD_INVALID(body)']);
    expect([other.status, stranger.status]).toEqual([400, 401]);
  });

  it('asks a server once that refuses an address, and not again', async () => {
    address = `nobody-${name}@example.org`;
    await putAccount({ email: address });
    await mailNow();
    await notify();

    await until(async () => (await preferences()).account['emailProblem'] !== null, PATIENCE_MS);
    expect((await preferences()).account['emailProblem']).toContain('refused');
  });

  it('shows operators each mail in each language', async () => {
    const digest = await internal('GET', 'mail/preview?kind=digest&locale=de');
    const plain = await internal('GET', 'mail/preview?kind=newPost&locale=es&as=text');
    const none = await internal('GET', 'mail/preview?kind=spam');

    expect(digest.body).toContain('und 12 weitere');
    expect(plain.body).toContain('Subject: Nueva publicación: Homework');
    expect(none.body.message).toBe('FIELD_INVALID(kind)');
  });

  it('keeps preferences, and names what is wrong with them', async () => {
    const kept = await prefer({
      kinds: { newPost: { email: 'week' } },
      quietHours: { from: '22:00', to: '06:30' },
      timeZone: 'Europe/Madrid',
      unreadHours: 6,
      digestHour: 7,
      mutedClasses: ['class-1'],
    });

    expect(kept.status).toBe(200);
    expect(kept.body).toMatchObject({
      preferences: {
        kinds: { newPost: { push: true, email: 'week' }, direct: { email: 'unread' } },
        quietHours: { from: '22:00', to: '06:30' },
        unreadHours: 6,
      },
      account: { email: address, timeZone: 'Europe/Madrid' },
    });
  });

  it.each([
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ quietHours: { from: '25:00', to: '07:00' } }, 'quietHours'],
    [{ quietHours: { from: '22:00' } }, 'quietHours'],
    [{ unreadHours: 0 }, 'unreadHours'],
    [{ digestHour: 24 }, 'digestHour'],
    [{ mutedClasses: [''] }, 'mutedClasses'],
    [{ kinds: { gossip: { push: true } } }, 'kinds'],
    [{ kinds: { direct: { email: 'often' } } }, 'kinds'],
    [{ colour: 'red' }, 'colour'],
    [[], 'body'],
  ])('refuses %j', async (body, field) => {
    const { status, body: answer } = await prefer(body);

    expect([status, answer.message]).toEqual([400, `FIELD_INVALID(${field})`]);
  });

  it('lets a person put away, put off, mark as unread, count and search', async () => {
    await notify();
    await notify({ title: 'Excursion' });
    const mine = running.as(name);
    const list = async (query = '') =>
      (await mine.call('GET', `${API}?type=received${query}`)).body.notifications;
    const count = async () =>
      (await mine.call('GET', `${API}/unread-count`)).body as unknown as Any;
    const [{ _id: first } = { _id: '' }, { _id: second } = { _id: '' }] = await list();
    const soon = new Date(Date.now() + 86_400_000).toISOString();
    const counts = [await count()];

    await mine.call('PUT', `${API}/${first}/archive`);
    counts.push(await count());
    await mine.call('PUT', `${API}/${second}/snooze`, { until: soon });
    counts.push(await count());

    expect(counts).toEqual([{ unreadCount: 2 }, { unreadCount: 1 }, { unreadCount: 0 }]);
    expect(await list()).toEqual([]);
    expect(await list('&view=archived')).toMatchObject([{ _id: first }]);
    expect(await list('&view=snoozed&q=home')).toMatchObject([{ _id: second, snoozedUntil: soon }]);
    const wrong = [
      await mine.call('PUT', `${API}/${second}/snooze`, { until: '2001-01-01T00:00:00Z' }),
      await mine.call('PUT', `${API}/${second}/snooze`, {}),
      await running.as('other').call('PUT', `${API}/${second}/archive`),
      await mine.call('GET', `${API}?type=received&view=all`),
    ];
    expect(wrong.map(({ body }) => body.message)).toEqual([
      ...['FIELD_INVALID(until)', 'FIELD_REQUIRED(until)', 'PERMISSION_DENIED'],
      'FIELD_INVALID(view)',
    ]);
  });

  it('tells a person live of what comes back from a snooze', async () => {
    await notify();
    const mine = running.as(name);
    const { body } = await mine.call('GET', `${API}?type=received`);
    const { signals } = await running.connect(name);
    await until(() => signals.length > 0, PATIENCE_MS);
    const seen = signals.length;
    const path = `${API}/${body.notifications[0]!._id}/snooze`;
    const soon = new Date(Date.now() + 5000).toISOString();
    expect((await mine.call('PUT', path, { until: soon })).status).toBe(200);

    // The snooze itself is told too: what counts is what is told after the notification is back.
    const back = async () =>
      (await mine.call('GET', `${API}?type=received`)).body.notifications.length === 1;
    await until(back, PATIENCE_MS);
    await until(() => signals.length > seen, PATIENCE_MS);
  });

  it('forgets a person whose account is no more', async () => {
    await notify();
    const { user } = person(name);

    const gone = await internal('DELETE', `people/${user}`);

    expect(gone.status).toBe(200);
    const { storage } = running.stored;
    const query = { user, academyId: 'academy-1', type: 'received', limit: 9 } as const;
    expect(await storage.notifications.list(query)).toEqual([]);
    expect((await storage.contacts.ofUsers([user])).size).toBe(0);
  });

  it.each([
    [{ email: 'two@example.org, three@example.org' }, 'FIELD_INVALID(email)'],
    [{ userName: '' }, 'FIELD_REQUIRED(userName)'],
    [{ changedAt: 'yesterday' }, 'FIELD_INVALID(changedAt)'],
    [{ phone: '1' }, 'FIELD_INVALID(phone)'],
  ])('takes no account that says %j', async (change, expected) => {
    const { status, body } = await putAccount(change);

    expect([status, body.message]).toEqual([400, expected]);
  });
});
