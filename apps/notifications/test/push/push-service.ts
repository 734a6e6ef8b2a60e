import { createDecipheriv, createECDH, createHmac, randomBytes, type ECDH } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execFileSync } from 'node:child_process';

export interface Pushed {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
  readonly atMs: number;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sends the head, and of the body only a part and the end of the connection, or a byte now and then. */
  readonly broken?: 'half' | 'drip' | 'dripping head';
}

/** A push service of RFC 8030 with a certificate of its own. */
export interface PushService {
  readonly host: string;
  readonly caFile: string;
  readonly pushed: Pushed[];
  /** What it answers from now on, by path; `undefined` answers nothing. */
  reply: (path: string) => Reply | undefined;
  /** Requests whose connection is open and that have no answer. */
  open: number;
  close(): void;
}

export async function startPushService(): Promise<PushService> {
  const folder = mkdtempSync(join(tmpdir(), 'push-'));
  const [key, caFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-keyout', key, '-out', caFile, '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
  ]);
  const service: Pick<PushService, 'pushed' | 'reply' | 'open'> = {
    pushed: [],
    open: 0,
    reply: () => ({ status: 201 }),
  };
  const server: Server = createServer(
    { key: readFileSync(key), cert: readFileSync(caFile) },
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const headers = request.headers as Pushed['headers'];
        const body = Buffer.concat(chunks);
        const path = request.url ?? '';
        service.pushed.push({ path, headers, body, atMs: Date.now() });
        service.open += 1;
        response.once('close', () => (service.open -= 1));
        answer(response, service.reply(path));
      });
    },
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(service, {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    caFile,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}

function answer(response: ServerResponse, reply: Reply | undefined): void {
  if (reply === undefined) return;
  const { status, headers, broken } = reply;
  if (broken === undefined) {
    response.writeHead(status, { ...headers }).end();
    return;
  }
  const drips = setInterval(() => response.socket?.write('x'), 300);
  response.once('close', () => clearInterval(drips));
  if (broken === 'dripping head') {
    response.socket?.write('HTTP/1.1 201 Created\r\nX-Slow: ');
    return;
  }
  response.writeHead(status, { ...headers, 'content-length': '100' }).write('x');
  if (broken === 'half') setTimeout(() => response.socket?.end(), 50);
}

/** The browser's half: keys of a subscription, and what they open. */
export class Browser {
  readonly #ecdh: ECDH = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor(readonly endpoint: string) {
    this.#ecdh.generateKeys();
  }

  /** As `PushSubscription.toJSON()`. */
  toJSON() {
    return {
      endpoint: this.endpoint,
      expirationTime: null,
      keys: {
        p256dh: this.#ecdh.getPublicKey('base64url'),
        auth: this.#auth.toString('base64url'),
      },
    };
  }

  /** Decrypts a message (RFC 8188, section 2; RFC 8291, section 3.4). */
  open(body: Buffer): Readonly<Record<string, unknown>> {
    const salt = body.subarray(0, 16);
    const idLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + idLength);
    const sealed = body.subarray(21 + idLength);
    const shared = this.#ecdh.computeSecret(sender);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#ecdh.getPublicKey(), sender]);
    const ikm = hkdf(this.#auth, shared, info, 32);
    const cek = hkdf(salt, ikm, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = hkdf(salt, ikm, Buffer.from('Content-Encoding: nonce\0'), 12);
    const decipher = createDecipheriv('aes-128-gcm', cek, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    const text = padded.subarray(0, padded.lastIndexOf(2)).toString();
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  }
}

/** RFC 5869 with one block. */
function hkdf(salt: Buffer, ikm: Buffer, info: Buffer, length: number): Buffer {
  const prk = createHmac('sha256', salt).update(ikm).digest();
  return createHmac('sha256', prk)
    .update(info)
    .update(Buffer.from([1]))
    .digest()
    .subarray(0, length);
}
