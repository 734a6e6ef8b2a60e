import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadConfig } from '@sextant/platform-runtime/config';
import { silentLogger } from '@sextant/platform-runtime/logging';
import type { SigningKey } from 'ethers';
import { iptGraphql } from '../src/app.js';
import { keySigner } from '../src/chain/keys/signing-keys.js';

/** What stand-ins of key management services share. */
export const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const integer = (value: bigint): Buffer => {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
  const positive = (bytes[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
  return Buffer.concat([Buffer.of(0x02, positive.length), positive]);
};
/** `Ecdsa-Sig-Value`. */
export const der = (r: bigint, s: bigint): Buffer => {
  const body = Buffer.concat([integer(r), integer(s)]);
  return Buffer.concat([Buffer.of(0x30, body.length), body]);
};
export const spkiOf = (key: SigningKey): Buffer => {
  const point = Buffer.from(key.publicKey.slice(2), 'hex');
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33)];
  const jwk = { kty: 'EC', crv: 'secp256k1', x, y };
  return createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'spki' });
};

/** The signer that the settings of a chain open. */
export const signerOf = (settings: Record<string, string>) => {
  const config = loadConfig(iptGraphql.settings, {
    argv: [],
    env: { DATABASE_URL: 'postgres://localhost/x', ...settings },
  });
  return keySigner(config, config, silentLogger);
};

/** For what libraries read of the environment by themselves. */
export async function withEnvironment<T>(
  settings: Readonly<Record<string, string>>,
  work: () => Promise<T>,
): Promise<T> {
  const before = Object.keys(settings).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, settings);
  try {
    return await work();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  }
}

export async function listening(
  listener: RequestListener,
): Promise<{ server: Server; url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
