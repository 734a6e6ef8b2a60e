import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
  type Extension,
  type JsonGeneralNames,
} from '@peculiar/x509';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createHash, KeyObject, webcrypto, X509Certificate } from 'node:crypto';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2';
export const SERVER_AUTH = '1.3.6.1.5.5.7.3.1';

/** What a proxy would tell of a connection. */
export interface TestCertificate {
  readonly pem: string;
  /** Its private key, in PEM. */
  readonly key: string;
  /** As nginx writes it into the header. */
  readonly escaped: string;
  readonly thumbprint: string;
  readonly jwk: object;
}

export interface Wanted {
  readonly subject?: string;
  readonly names?: JsonGeneralNames;
  readonly purpose?: string;
  /** Days from now in which it begins and ends. */
  readonly from?: number;
  readonly until?: number;
}

/** A certificate authority for client certificates. */
export class TestAuthority {
  private constructor(
    readonly name: string,
    private readonly keys: webcrypto.CryptoKeyPair,
    readonly pem: string,
  ) {}

  static async create(name = 'CN=Clients of the test'): Promise<TestAuthority> {
    const keys = await newKeys();
    const certificate = await X509CertificateGenerator.createSelfSigned({
      ...{ name, keys, signingAlgorithm: ALGORITHM, serialNumber: '01' },
      ...{ notBefore: inDays(-1), notAfter: inDays(2) },
      extensions: [new BasicConstraintsExtension(true)],
    });
    return new TestAuthority(name, keys, certificate.toString('pem'));
  }

  async issue(wanted: Wanted = {}): Promise<TestCertificate> {
    return issueBy({ issuer: this.name, signingKey: this.keys.privateKey }, wanted);
  }
}

export const selfSigned = (wanted: Wanted = {}): Promise<TestCertificate> =>
  issueBy(undefined, wanted);

const newKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);

async function issueBy(
  by: { readonly issuer: string; readonly signingKey: webcrypto.CryptoKey } | undefined,
  { subject = 'CN=machine', names, purpose = CLIENT_AUTH, from = -1, until = 1 }: Wanted,
): Promise<TestCertificate> {
  const keys = await newKeys();
  const extensions: Extension[] = [new ExtendedKeyUsageExtension([purpose])];
  if (names !== undefined) extensions.push(new SubjectAlternativeNameExtension(names));
  const certificate = await X509CertificateGenerator.create({
    ...{ subject, publicKey: keys.publicKey, signingAlgorithm: ALGORITHM, extensions },
    ...{ serialNumber: '02', notBefore: inDays(from), notAfter: inDays(until) },
    ...(by ?? { issuer: subject, signingKey: keys.privateKey }),
  });
  const pem = certificate.toString('pem');
  const { raw } = new X509Certificate(pem);
  return {
    pem,
    key: String(KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' })),
    escaped: encodeURIComponent(pem),
    thumbprint: createHash('sha256').update(raw).digest('base64url'),
    jwk: {
      ...(await crypto.subtle.exportKey('jwk', keys.publicKey)),
      x5c: [raw.toString('base64')],
      kid: 'tls',
      use: 'sig',
    },
  };
}

/** A server of this machine with a certificate of the authority, which clients of this process trust from now on. */
export async function httpsServer(
  authority: TestAuthority,
  listener: RequestListener,
): Promise<{ readonly host: string; readonly url: string; close(): void }> {
  const { pem, key } = await authority.issue({
    ...{ subject: 'CN=127.0.0.1', purpose: SERVER_AUTH },
    names: [{ type: 'ip', value: '127.0.0.1' }],
  });
  // Those of test files before it in this process have the same name.
  setDefaultCACertificates([...getCACertificates('bundled'), authority.pem]);
  const server = createServer({ key, cert: pem }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...{ host, url: `https://${host}` },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
