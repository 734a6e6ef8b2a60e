import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { loadConfig } from '@sextant/platform-runtime/config';
import { FolderTransport, mailboxPage, mailRouteOf, mailSettings } from '../src/index.js';

const MAIL = {
  id: 'a3e7b3a0-0000-4000-8000-000000000001',
  to: 'ada@example.org',
  subject: 'Hello <b>Ada</b>',
  text: 'Open:\nhttp://localhost:8080/account/reset?token=abc\n',
  html: '<p>Hello</p>',
  language: 'en',
  date: new Date('2026-01-01T00:00:00Z'),
};

let folder: string;
let servers: Server[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mailbox-'));
  servers = [];
});
afterEach(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true });
});

async function page(isProduction: boolean, headers: Record<string, string> = {}) {
  const mailbox = new FolderTransport(folder, 'no-reply@sextant.localhost');
  const app = express().use(mailboxPage({ path: '/mails', mailbox, isProduction }));
  const server = app.listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const [answer] = (await once(
    get({ port, host: '127.0.0.1', path: '/mails', headers, agent: false }),
    'response',
  )) as [IncomingMessage];
  return { status: answer.statusCode, body: await text(answer) };
}

describe('the mailbox of development', () => {
  it('keeps a mail as a file of mail programs, for its owner alone', async () => {
    await new FolderTransport(join(folder, 'new'), 'no-reply@sextant.localhost').send(MAIL);

    const names = readdirSync(join(folder, 'new')).filter((name) => name.endsWith('.eml'));
    expect(names).toEqual([`2026-01-01T00-00-00.000Z-${MAIL.id}.eml`]);
    const file = join(folder, 'new', names[0] ?? '');
    expect(readFileSync(file, 'utf8')).toContain('To: ada@example.org');
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it('shows mails with links, and what was typed as text', async () => {
    await new FolderTransport(folder, 'no-reply@sextant.localhost').send(MAIL);

    const { status, body } = await page(false);

    expect(status).toBe(200);
    expect(body).toContain('Hello &lt;b&gt;Ada&lt;/b&gt;');
    expect(body).toContain('<a href="http://localhost:8080/account/reset?token=abc">');
  });

  it('is empty before the first mail', async () => {
    rmSync(folder, { recursive: true });
    expect((await page(false)).body).toContain('There are none yet.');
    await new FolderTransport(folder, 'a@localhost').send(MAIL);
  });

  it('is not there in production', async () => {
    expect((await page(true)).status).toBe(404);
  });

  it('is not there for another site that leads its own name here', async () => {
    expect((await page(false, { host: 'evil.example' })).status).toBe(404);
  });
});

describe('mailRouteOf', () => {
  const route = (env: Record<string, string>, isProduction: boolean) =>
    mailRouteOf(loadConfig(mailSettings, { argv: [], env }), isProduction);

  it('is a folder in development and nothing in production without a server', () => {
    expect(route({ MAIL_DIR: folder }, false)?.mailbox).toBeInstanceOf(FolderTransport);
    expect(route({ MAIL_DIR: folder }, true)).toBeUndefined();
  });

  it('has no mailbox with a server', () => {
    const smtp = { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'a@example.org' };
    expect(route(smtp, false)?.mailbox).toBeUndefined();
    expect(route(smtp, true)).toBeDefined();
  });

  it('wants a sender with a server, and a key that is there', () => {
    const smtp = { SMTP_URL: 'smtp://mail.example.org' };
    expect(() => route(smtp, true)).toThrow('MAIL_FROM: must be set');
    const key = { ...smtp, MAIL_FROM: 'a@b', MAIL_DKIM_KEY_FILE: join(folder, 'missing.pem') };
    expect(() => route(key, true)).toThrow('missing.pem');
  });
});
