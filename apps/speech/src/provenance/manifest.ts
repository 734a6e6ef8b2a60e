import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { mediaTypeOf, type AudioFormat } from '../audio/audio-format.js';
import { VERSION } from '../http/version.js';
import { SigningKey } from './signing-key.js';
import { signed } from './signed.js';
import { CloneStore } from '../cloning/clone-store.js';

/** Speech of a cloned voice that is to be accounted for. */
export interface Manifested {
  readonly workspace: string;
  readonly voiceId: string;
  readonly format: AudioFormat;
  /** Of all bytes that went out, in Base64. */
  readonly sha256: string;
}

const GENERATOR = `sextant-speech/${VERSION}`;
/** IPTC's name for what a model made. */
const SYNTHETIC = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';

/**
 * Manifests beside recordings of cloned voices: assertions as C2PA 2.1 calls them, signed as a JWS with the key of consents. It
 * is no C2PA manifest store (no JUMBF, no X.509 certificate): it says the same to whoever has the file, the manifest and the
 * public key.
 */
@Injectable()
export class Manifests {
  constructor(
    private readonly clones: CloneStore,
    private readonly signingKey: SigningKey,
    private readonly clock: Clock,
  ) {}

  async of({ workspace, voiceId, format, sha256 }: Manifested): Promise<string> {
    const { clones, signingKey, clock } = this;
    const consent = (await clones.consents(workspace, voiceId)).at(-1);
    const at = new Date(clock.nowMs());
    const created = { action: 'c2pa.created', when: at.toISOString(), softwareAgent: GENERATOR };
    const payload = {
      iss: 'sextant-speech',
      iat: Math.floor(at.getTime() / 1000),
      claim_generator: GENERATOR,
      'dc:format': mediaTypeOf(format),
      assertions: [
        {
          label: 'c2pa.actions',
          data: { actions: [{ ...created, digitalSourceType: SYNTHETIC }] },
        },
        { label: 'c2pa.hash.data', data: { alg: 'sha256', hash: sha256 } },
        {
          label: 'org.sextant.voice',
          data: { workspace, voice_id: voiceId, consent_hash: consent?.hash },
        },
      ],
    };
    return signed(payload, 'provenance+jws', await signingKey.get());
  }
}
