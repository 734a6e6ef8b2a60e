import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { startRelay, until, type RunningRelay } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

/** RFC 5424, section 6.5, examples 1 to 4. */
const EXAMPLES = [
  "<34>1 2003-10-11T22:14:15.003Z mymachine.example.com su - ID47 - \uFEFF'su root' failed for lonvick on /dev/pts/8",
  "<165>1 2003-08-24T05:14:15.000003-07:00 192.0.2.1 myproc 8710 - - %% It's time to make the do-nuts.",
  '<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut="3" eventSource="Application" eventID="1011"] \uFEFFAn application event log entry...',
  '<165>1 2003-10-11T22:14:15.003Z mymachine.example.com evntslog - ID47 [exampleSDID@32473 iut="3" eventSource="Application" eventID="1011"][examplePriority@32473 class="high"]',
];

const counted = (message: string): string => `${Buffer.byteLength(message)} ${message}`;

(hasOpenssl ? describe : describe.skip)('syslog over TLS, needs openssl', () => {
  const folder = mkdtempSync(join(tmpdir(), 'syslog-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  let sink: Stub;
  let running: RunningRelay;

  beforeAll(async () => {
    const ofEc = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    const words = ['req', '-x509', ...ofEc, '-days', '2'];
    const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    execFileSync('openssl', [...words, '-keyout', key, '-out', cert, ...names], {
      stdio: 'ignore',
    });
    sink = await stubServer();
    running = await startRelay({
      EVENTS_SYSLOG_IN_LISTEN: '127.0.0.1:0',
      EVENTS_SYSLOG_IN_CERT: cert,
      EVENTS_SYSLOG_IN_KEY: key,
      EVENTS_SYSLOG_IN_CLIENT_CA: cert,
      EVENTS_SYSLOG_IN_SEVERITY: 'notice',
      EVENTS_WEBHOOK_OUT_URL: sink.url,
    });
  });

  beforeEach(() => {
    sink.calls.length = 0;
  });

  afterAll(async () => {
    await running.close();
    await sink.close();
  });

  async function connected(isKnown = true, relay = running): Promise<TLSSocket> {
    const port = relay.logs.find(({ msg }) => msg === 'syslog.started')?.['port'];
    const ca = await readFile(cert);
    const own = isKnown ? { cert: ca, key: await readFile(key) } : {};
    const socket = connect({
      port: Number(port),
      host: '127.0.0.1',
      servername: 'localhost',
      ca,
      ...own,
    });
    await once(socket, 'secureConnect');
    return socket;
  }

  const data = (count: number) =>
    until(() => sink.calls.length === count).then(() =>
      sink.calls.map(({ json }) => json['data'] as Record<string, unknown>),
    );

  it('relays the examples of RFC 5424, however they are cut', async () => {
    const socket = await connected();
    const bytes = Buffer.from(EXAMPLES.map(counted).join(''));

    for (let from = 0; from < bytes.length; from += 7) socket.write(bytes.subarray(from, from + 7));

    const found = await data(4);
    const by = (text: string) => found.find(({ message }) => String(message).includes(text));
    expect(by('lonvick')).toEqual({
      facility: 4,
      severity: 'critical',
      timestamp: '2003-10-11T22:14:15.003Z',
      hostname: 'mymachine.example.com',
      app_name: 'su',
      proc_id: '',
      msg_id: 'ID47',
      structured_data: {},
      message: "'su root' failed for lonvick on /dev/pts/8",
    });
    expect(by('do-nuts')).toMatchObject({ hostname: '192.0.2.1', proc_id: '8710', facility: 20 });
    expect(found.filter(({ message }) => message === '')).toMatchObject([
      { structured_data: { 'examplePriority@32473': { class: 'high' } } },
    ]);
    socket.destroy();
  });

  it('takes a line for a message, too, and escapes of structured data', async () => {
    const socket = await connected();

    socket.write('<11>1 - h app - - [a b="\\"c\\" \\\\ \\]"] text\n');

    expect((await data(1))[0]).toMatchObject({
      severity: 'error',
      structured_data: { a: { b: '"c" \\ ]' } },
      message: 'text',
    });
    socket.destroy();
  });

  it('counts what is no message or not severe enough, and goes on', async () => {
    const socket = await connected();
    const lines = [
      '<15>1 - h app - - - debug',
      '<999>1 - h a - - - x',
      'nonsense',
      '<11>1 - h a - - - ok',
    ];

    socket.write(lines.map(counted).join(''));

    expect((await data(1))[0]).toMatchObject({ message: 'ok' });
    const dropped = (reason: string) =>
      running.metric(`relay_events_dropped_total{source="syslog",reason="${reason}"`);
    expect([await dropped('malformed'), await dropped('severity')]).toEqual([2, 1]);
    socket.destroy();
  });

  it('leaves a sender whose stream is none', async () => {
    const socket = await connected();

    socket.write('999999999 x');

    await once(socket, 'close');
  });

  it('closes the connections of those that are too many, says so, and takes them when others have gone', async () => {
    const limited = await startRelay({
      EVENTS_SYSLOG_IN_LISTEN: '127.0.0.1:0',
      EVENTS_SYSLOG_IN_CERT: cert,
      EVENTS_SYSLOG_IN_KEY: key,
      EVENTS_SYSLOG_IN_MAX_CONNECTIONS: '1',
      EVENTS_WEBHOOK_OUT_URL: sink.url,
    });
    const first = await connected(false, limited);

    await expect(connected(false, limited)).rejects.toThrow();
    expect(JSON.stringify(limited.logs)).toContain('more than 1 connections');
    first.destroy();
    let later: TLSSocket | undefined;
    await until(async () => {
      later = await connected(false, limited).catch(() => undefined);
      return later !== undefined;
    });
    later?.write(counted('<11>1 - h a - - - taken'));

    expect((await data(1))[0]).toMatchObject({ message: 'taken' });
    later?.destroy();
    await limited.close();
  });

  it('refuses a sender without a certificate', async () => {
    const socket = await connected(false).catch(() => undefined);
    const isRefused =
      socket === undefined ||
      (await Promise.race([
        once(socket, 'error').then(() => true),
        once(socket, 'close').then(() => true),
      ]));

    expect(isRefused).toBe(true);
    expect(sink.calls).toEqual([]);
  });
});
