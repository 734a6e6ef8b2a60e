import { afterEach, describe, expect, it } from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import {
  createServer as createPlainServer,
  type AddressInfo,
  type Server,
  type Socket,
} from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import { SASL_MECHANISMS, type KafkaOptions } from './kafka-options.js';
import { kafkaClient } from './kafka-publisher.js';

const API_VERSIONS = 18;
const SASL_HANDSHAKE = 17;

let server: Server;

afterEach(() => void server.close());

/** Tells which calls a broker takes (Kafka protocol guide, ApiVersions version 2), and no more. */
function apiVersions(correlationId: number): Buffer {
  const keys = [API_VERSIONS, SASL_HANDSHAKE, 36];
  const body = Buffer.alloc(4 + 2 + 4 + keys.length * 6 + 4);
  body.writeInt32BE(correlationId, 0);
  body.writeInt32BE(keys.length, 6);
  keys.forEach((key, index) => {
    body.writeInt16BE(key, 10 + index * 6);
    body.writeInt16BE(key === API_VERSIONS ? 2 : 1, 14 + index * 6);
  });
  const size = Buffer.alloc(4);
  size.writeInt32BE(body.length);
  return Buffer.concat([size, body]);
}

/** The mechanism that a client names in its SaslHandshake. */
const mechanismOf = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    socket.on('error', () => undefined); // the client gives up when nobody answers
    socket.on('data', (frame: Buffer) => {
      const key = frame.readInt16BE(4);
      if (key === API_VERSIONS) socket.write(apiVersions(frame.readInt32BE(8)));
      if (key !== SASL_HANDSHAKE) return;
      const at = 14 + frame.readInt16BE(12);
      resolve(frame.toString('utf8', at + 2, at + 2 + frame.readInt16BE(at)));
      socket.destroy();
    });
  });

/** Tries to connect; the brokers of these tests go no further than the greeting. */
async function knock(options: Omit<KafkaOptions, 'brokers' | 'clientId'>): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const kafka = kafkaClient(
    { ...options, brokers: [`localhost:${port}`], clientId: 'test', retries: 0 },
    silentLogger,
  );
  const admin = kafka.admin();
  await admin.connect().catch(() => undefined);
  await admin.disconnect();
}

describe('a client of Kafka', () => {
  it.each(SASL_MECHANISMS)('shows its user by %s', async (mechanism) => {
    const named = new Promise<string>((resolve) => {
      server = createPlainServer((socket) => void mechanismOf(socket).then(resolve));
    });
    server.listen(0);
    await once(server, 'listening');

    await knock({ sasl: { username: 'u', password: 'p', mechanism } });

    expect(await named).toBe(mechanism.toUpperCase());
  });
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

(hasOpenssl ? describe : describe.skip)('a client of Kafka with TLS, needs openssl', () => {
  it('trusts the given authority and shows its own certificate', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kafka-tls-'));
    execFileSync(
      'openssl',
      [
        ...[
          'req',
          '-x509',
          '-newkey',
          'rsa:2048',
          '-nodes',
          '-keyout',
          'key.pem',
          '-out',
          'cert.pem',
        ],
        ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2'],
      ],
      { cwd: folder, stdio: 'ignore' },
    );
    const [cert, key] = ['cert.pem', 'key.pem'].map((name) =>
      readFileSync(join(folder, name), 'utf8'),
    ) as [string, string];
    const callers: boolean[] = [];
    server = createTlsServer(
      { cert, key, ca: cert, requestCert: true, rejectUnauthorized: false },
      (socket: TLSSocket) => {
        callers.push(socket.authorized);
        socket.destroy();
      },
    );
    server.on('tlsClientError', () => undefined); // a caller that does not trust it
    server.listen(0);
    await once(server, 'listening');

    await knock({ ssl: true });
    await knock({ ssl: { ca: cert } });
    await knock({ ssl: { ca: cert, cert, key } });

    expect(callers).toEqual([false, true]);
  });
});
