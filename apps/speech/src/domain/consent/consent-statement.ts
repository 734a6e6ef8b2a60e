import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';
import type { Clock } from '@sextant/platform-clock';
import type { ConsentRecord } from './consent-record.js';

/** Finds the records of a voice, also when it is gone. @throws {Problem} `consent_not_found` */
export interface ConsentRecords {
  consents(workspace: string, voiceId: string): Promise<readonly ConsentRecord[]>;
}

/** A public key as others read it (RFC 7517, RFC 8037). */
export interface PublicKey {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

const base64url = (value: string | Uint8Array): string => Buffer.from(value).toString('base64url');

/**
 * Statements of consent that can be checked without this service: the records of a voice, signed (JWS, RFC 7515, with
 * Ed25519, RFC 8037). Whoever keeps one can show what was consented to, and by the last record what came of it.
 */
export class ConsentStatements {
  constructor(
    private readonly records: ConsentRecords,
    private readonly signingKey: () => Promise<KeyObject>,
    private readonly clock: Clock,
  ) {}

  /** @throws {Problem} `consent_not_found`, the same for another workspace's */
  async of(workspace: string, voiceId: string): Promise<string> {
    const records = await this.records.consents(workspace, voiceId);
    const key = await this.signingKey();
    const header = { alg: 'EdDSA', kid: publicKeyOf(key).kid, typ: 'consent+jws' };
    const payload = {
      iss: 'sextant-speech',
      iat: Math.floor(this.clock.nowMs() / 1000),
      workspace,
      voice_id: voiceId,
      records: records.map(({ sequence, facts, previousHash, hash }) => ({
        sequence,
        facts: JSON.parse(facts) as unknown,
        previous_hash: previousHash,
        hash,
      })),
    };
    const content = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(payload))}`;
    return `${content}.${base64url(sign(null, Buffer.from(content), key))}`;
  }

  async keys(): Promise<readonly PublicKey[]> {
    return [publicKeyOf(await this.signingKey())];
  }
}

/** Named by its thumbprint (RFC 7638). */
function publicKeyOf(key: KeyObject): PublicKey {
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }));
  return {
    kty: 'OKP',
    crv: 'Ed25519',
    x,
    kid: thumbprint.digest('base64url'),
    use: 'sig',
    alg: 'EdDSA',
  };
}
