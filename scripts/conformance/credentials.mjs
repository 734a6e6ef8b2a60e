import { execFile } from 'node:child_process';
import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { StartError } from '../lib/project.mjs';

const run = promisify(execFile);

/**
 * Keys and certificates of a run, made by openssl: `front` of the TLS proxies, `one` and `two` of the clients.
 *
 * @param {string} folder they are written to
 */
export async function makeCredentials(folder) {
  const [front, one, two] = await Promise.all(
    ['front', 'one', 'two'].map((name) => certificate(folder, name)),
  );
  const clients = [one, two].map((mtls, index) => ({
    mtls,
    key: signingKey(`suite-${index + 1}`),
  }));
  return { front, clients, secret: randomBytes(32).toString('base64url') };
}

/** Self-signed, as long as the suite wants its keys at least. */
async function certificate(folder, name) {
  const [keyFile, certFile] = [join(folder, `${name}.key`), join(folder, `${name}.crt`)];
  await run('openssl', [
    ...[
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '30',
      '-keyout',
      keyFile,
      '-out',
      certFile,
    ],
    ...['-subj', `/CN=${name}`, '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'],
    ...['-addext', `extendedKeyUsage=${name === 'front' ? 'serverAuth' : 'clientAuth'}`],
  ]).catch((error) => {
    throw new StartError(`openssl: ${error.message}`);
  });
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8'), certFile };
}

/** A key by which a client signs: RSA, because modules that must be refused sign by RS256 with it. */
function signingKey(kid) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return { ...privateKey.export({ format: 'jwk' }), kid, alg: 'PS256', use: 'sig' };
}

/** @returns the public part of a client's key */
export const publicKeyOf = ({ kty, n, e, kid, alg, use }) => ({ kty, n, e, kid, alg, use });

/** @returns a key of the client's `jwks` that names its very certificate */
export function certificateKey({ cert }) {
  const x509 = new X509Certificate(cert);
  return {
    ...x509.publicKey.export({ format: 'jwk' }),
    kid: x509.fingerprint256.slice(0, 8),
    use: 'enc',
    x5c: [x509.raw.toString('base64')],
  };
}
