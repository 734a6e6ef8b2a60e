import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { request } from 'node:https';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { RelayProcess } from '../relay-process.js';
import { alert, notification, review, spoolFolder, startRelay, until } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

let relay: RelayProcess | undefined;
let sink: Stub;

beforeEach(async () => {
  sink = await stubServer();
});

afterEach(async () => {
  await relay?.end('SIGKILL');
  relay = undefined;
  await sink.close();
});

const send = (alertname: string, more: object = {}) =>
  fetch(`${relay?.url ?? ''}/relay/alertmanager`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(notification([alert({ alertname }, more)])),
  });

describe('SIGTERM', () => {
  it('lets deliveries that are out come back, and sends nothing twice', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    sink.answer = async () => {
      await held;
      return {};
    };
    const env = { EVENTS_SPOOL_DIR: spoolFolder(), EVENTS_WEBHOOK_OUT_URL: sink.url };
    relay = await RelayProcess.create(env);
    await relay.start();
    await send('InFlight');
    await until(() => sink.calls.length === 1);

    const ended = relay.end('SIGTERM');
    await until(() => relay?.output.includes('shutdown.started') === true);
    release();
    const code = await ended;
    await relay.start();
    // Of the same key: what waited would come first.
    await send('InFlight', { startsAt: '2026-12-01T00:00:00Z' });
    await until(() => sink.calls.length > 1);

    expect(code).toBe(0);
    expect(sink.calls).toHaveLength(2);
  });
});

describe('a bad configuration', () => {
  it('keeps the service from starting, with all that is wrong', async () => {
    relay = await RelayProcess.create({
      EVENTS_SPOOL_DIR: spoolFolder(),
      EVENTS_KAFKA_OUT_MODE: 'x',
      LOG_LEVEL: 'y',
    });

    await expect(relay.start()).rejects.toThrow(/LOG_LEVEL[\s\S]*EVENTS_KAFKA_OUT_MODE/);
  });
});

/** One of RSA takes a hundred times as long. */
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

(hasOpenssl ? describe : describe.skip)('HTTPS, needs openssl', () => {
  it('serves with a certificate, lets client certificates in, and others not', async () => {
    const folder = spoolFolder();
    const openssl = (...words: string[]) =>
      execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
    openssl(
      'req',
      '-x509',
      ...NEW_KEY,
      '-keyout',
      'key.pem',
      '-out',
      'cert.pem',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-days',
      '2',
    );
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const running = await startRelay({
      EVENTS_HTTPS_LISTEN: '127.0.0.1:0',
      EVENTS_HTTPS_CERT: cert,
      EVENTS_HTTPS_KEY: key,
      EVENTS_HTTPS_CLIENT_CA: cert,
    });
    const port = running.logs.find(({ msg }) => msg === 'https.started')?.['port'];
    const { readFileSync } = await import('node:fs');
    const post = (withCertificate: boolean) =>
      new Promise<number | undefined>((resolve, reject) => {
        const own = withCertificate ? { cert: readFileSync(cert), key: readFileSync(key) } : {};
        const outgoing = request(
          {
            ...own,
            host: '127.0.0.1',
            port: Number(port),
            servername: 'localhost',
            path: '/relay/alertmanager',
            method: 'POST',
            ca: readFileSync(cert),
            headers: { 'content-type': 'application/json' },
            agent: false,
          },
          (response) => {
            response.resume();
            resolve(response.statusCode);
          },
        );
        outgoing.on('error', reject);
        outgoing.end(JSON.stringify(notification([])));
      });

    const statuses = [await post(true), await post(false)];
    const plain = await running.alert({ alertname: 'Plain' });
    await running.close();

    expect([...statuses, plain.status]).toEqual([200, 401, 401]);
  });
});

(hasOpenssl ? describe : describe.skip)('a certificate that changes, needs openssl', () => {
  it('is used for the next connection', async () => {
    const folder = spoolFolder();
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const issue = (name: string) =>
      execFileSync(
        'openssl',
        ['req', '-x509', ...NEW_KEY, '-keyout', key, '-out', cert].concat([
          ...['-subj', `/CN=${name}`, '-days', '2'],
        ]),
        { stdio: 'ignore' },
      );
    issue('first');
    const running = await startRelay({
      EVENTS_HTTPS_LISTEN: '127.0.0.1:0',
      EVENTS_HTTPS_CERT: cert,
      EVENTS_HTTPS_KEY: key,
    });
    const port = Number(running.logs.find(({ msg }) => msg === 'https.started')?.['port']);
    const nameOf = () =>
      new Promise<string | undefined>((resolve, reject) => {
        const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
          resolve(String(socket.getPeerCertificate().subject.CN));
          socket.destroy();
        });
        socket.on('error', reject);
      });

    const before = await nameOf();
    issue('second');
    await until(async () => (await nameOf()) === 'second');
    await running.close();

    expect(before).toBe('first');
  });
});

(hasOpenssl ? describe : describe.skip)('API servers that send no token, needs openssl', () => {
  it('are let in by TLS where the options say so, and for reviews only', async () => {
    const folder = spoolFolder();
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const issue = ['req', '-x509', ...NEW_KEY, '-keyout', key, '-out', cert];
    execFileSync('openssl', [...issue, '-subj', '/CN=localhost', '-days', '2'], {
      stdio: 'ignore',
    });
    const running = await startRelay({
      EVENTS_HTTPS_LISTEN: '127.0.0.1:0',
      EVENTS_HTTP_K8S_LISTEN: '127.0.0.1:0',
      EVENTS_HTTPS_CERT: cert,
      EVENTS_HTTPS_KEY: key,
      EVENTS_HTTP_BEARER_TOKEN: 'input-token',
      EVENTS_HTTPS_OPEN_K8S: 'true',
    });
    const portOf = (what: string) => Number(running.logs.find(({ msg }) => msg === what)?.['port']);
    const byTls = (path: string, body: object, port = portOf('https.started')) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { 'content-type': 'application/json' };
        const options = { host: '127.0.0.1', port, path, method: 'POST', headers, agent: false };
        const outgoing = request({ ...options, rejectUnauthorized: false }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        outgoing.on('error', reject);
        outgoing.end(JSON.stringify(body));
      });

    const reviewed = await byTls('/relay/k8s', review());
    const own = await byTls('/relay/k8s', review(), portOf('reviews.started'));
    const alerts = await byTls('/relay/alertmanager', notification([]));
    const plain = await running.post('/relay/k8s', review());
    const known = await running.post('/relay/alertmanager', notification([]), {
      authorization: 'Bearer input-token',
    });
    await running.close();

    expect([reviewed, own, alerts]).toEqual([200, 200, 401]);
    expect([plain.status, known.status]).toEqual([401, 200]);
  });
});
