import type { KeyObject } from 'node:crypto';
import type { Clock } from '@sextant/platform-clock';
import type { ConsentRecord } from '../cloning/consent/consent-record.js';
import { publicKeyOf, signed, type PublicKey } from './signed.js';

/** Finds the records of a voice, also when it is gone. @throws {Problem} `consent_not_found` */
export interface ConsentRecords {
  consents(workspace: string, voiceId: string): Promise<readonly ConsentRecord[]>;
}

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
    return signed(payload, 'consent+jws', key);
  }

  async keys(): Promise<readonly PublicKey[]> {
    return [publicKeyOf(await this.signingKey())];
  }
}
