import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { startRelay, until, type RunningRelay } from '../running-relay.js';

interface Mail {
  readonly to: readonly string[];
  readonly headers: string;
  readonly body: string;
}

const refusal = (code: number) => Object.assign(new Error('refused'), { responseCode: code });

describe('e-mail', () => {
  const mails: Mail[] = [];
  let refuse: number[] = [];
  let server: SMTPServer;
  let running: RunningRelay | undefined;

  const start = async (options: SMTPServerOptions, env: Record<string, string> = {}) => {
    server = new SMTPServer({ ...options, logger: false, onAuth, onData });
    server.on('error', () => undefined); // clients that leave are not its business
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    running = await startRelay({
      EVENTS_EMAIL_OUT_SMTP_URL: `smtp://relay:p%40ss@127.0.0.1:${port}?tls=none`,
      EVENTS_EMAIL_OUT_FROM: 'Relay <relay@example.com>',
      EVENTS_EMAIL_OUT_TO: 'a@example.com,b@example.com',
      ...env,
    });
    return running;
  };

  const onAuth: NonNullable<SMTPServerOptions['onAuth']> = (
    { username, password },
    _session,
    done,
  ) => {
    if (username === 'relay' && password === 'p@ss') done(null, { user: 'relay' });
    else done(refusal(535));
  };

  const onData: NonNullable<SMTPServerOptions['onData']> = (stream, session, done) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      const code = refuse.shift();
      if (code !== undefined) {
        done(refusal(code));
        return;
      }
      const [headers = '', ...body] = Buffer.concat(chunks).toString().split('\r\n\r\n');
      const to = session.envelope.rcptTo.map(({ address }) => address);
      mails.push({ to, headers, body: body.join('\n\n') });
      done();
    });
  };

  beforeEach(() => {
    mails.length = 0;
    refuse = [];
  });

  afterEach(async () => {
    await running?.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  const header = (mail: Mail | undefined, name: string): string =>
    new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)$`, 'im').exec(mail?.headers ?? '')?.[1] ?? '';

  it('goes to all recipients, an alert and its end in one conversation', async () => {
    const relay = await start({ authOptional: false, disabledCommands: ['STARTTLS'] });
    const labels = { alertname: 'DiskFull', instance: 'db-1' };

    await relay.alert(labels, { annotations: { summary: 'Für alle' } });
    await until(() => mails.length === 1);
    await relay.alert(labels, { status: 'resolved' });
    await until(() => mails.length === 2);

    const [first, second] = mails;
    expect(first?.to).toEqual(['a@example.com', 'b@example.com']);
    expect(header(second, 'Subject')).toBe('[RESOLVED] DiskFull on db-1');
    expect(header(first, 'References')).toMatch(/^<[0-9a-f]{32}@example\.com>$/);
    expect(header(second, 'References')).toBe(header(first, 'References'));
    expect(header(second, 'Message-ID')).not.toBe(header(first, 'Message-ID'));
    expect(header(first, 'Auto-Submitted')).toBe('auto-generated');
  });

  it('is sent again with the same Message-ID after a failure that passes', async () => {
    const relay = await start({ disabledCommands: ['STARTTLS'] });
    refuse = [451];

    await relay.alert({ alertname: 'DiskFull' });
    await until(() => mails.length === 1);

    expect((await relay.status()).dead_letters).toBe(0);
  });

  it('is a dead letter when it is refused for good', async () => {
    const relay = await start({ disabledCommands: ['STARTTLS'] });
    refuse = [554];

    await relay.alert({ alertname: 'DiskFull' });

    await until(async () => (await relay.status()).dead_letters === 1);
    expect(JSON.stringify(await relay.status())).not.toContain('p@ss');
  });

  it('has nobody’s headers but its own', async () => {
    const relay = await start(
      { disabledCommands: ['STARTTLS'] },
      { EVENTS_EMAIL_OUT_SUBJECT: '{{ .data.labels.alertname }}' },
    );

    await relay.alert({ alertname: 'x\r\nBcc: evil@example.com\r\n\r\nbody' });
    await until(() => mails.length === 1);

    expect(mails[0]?.to).toEqual(['a@example.com', 'b@example.com']);
    expect(header(mails[0], 'Bcc')).toBe('');
  });

  it('is not sent without TLS unless the address says so', async () => {
    const relay = await start({ disabledCommands: ['STARTTLS'] });
    await relay.close();
    const { port } = server.server.address() as AddressInfo;
    running = await startRelay({
      EVENTS_EMAIL_OUT_SMTP_URL: `smtp://relay:p%40ss@127.0.0.1:${port}`,
      EVENTS_EMAIL_OUT_FROM: 'relay@example.com',
      EVENTS_EMAIL_OUT_TO: 'a@example.com',
    });

    await running.alert({ alertname: 'DiskFull' });

    const line = 'relay_deliveries_total{sink="email",outcome="retried"';
    await until(async () => ((await running?.metric(line)) ?? 0) > 0);
    expect(mails).toEqual([]);
  });
});
