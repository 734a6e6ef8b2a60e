import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { VoiceLibrary } from '../voices/voice-library.js';
import { SigningKey } from './signing-key.js';
import { publicKeyOf, signed, type PublicKey } from './signed.js';

/**
 * Statements of consent that can be checked without this service: the records of a voice, signed (JWS, RFC 7515, with
 * Ed25519, RFC 8037). Whoever keeps one can show what was consented to, and by the last record what came of it.
 */
@Injectable()
export class ConsentStatements {
  constructor(
    private readonly library: VoiceLibrary,
    private readonly signingKey: SigningKey,
    private readonly clock: Clock,
  ) {}

  /** @throws {Problem} `consent_not_found`, the same for another workspace's */
  async of(workspace: string, voiceId: string): Promise<string> {
    const records = await this.library.consents(workspace, voiceId);
    const key = await this.signingKey.get();
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
    return [publicKeyOf(await this.signingKey.get())];
  }
}
