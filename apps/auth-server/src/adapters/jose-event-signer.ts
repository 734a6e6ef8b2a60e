import { importJWK, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { EventSigner } from '../domain/event-signer.js';
import type { Revocation } from '../domain/revocations.js';
import type { SigningAlgorithm, SigningKey, SigningKeys } from '../domain/signing-keys.js';

export interface EventSignerOptions {
  readonly issuer: string;
  readonly audience: string;
  readonly algorithm: SigningAlgorithm;
}

const REVOKED = 'https://schemas.openid.net/secevent/caep/event-type/session-revoked';
const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Security event tokens, signed as access tokens are: who knows the key set of these can check them. */
export class JoseEventSigner implements EventSigner {
  #imported: { readonly kid: string; readonly key: CryptoKey | Uint8Array } | undefined;

  constructor(
    private readonly keys: SigningKeys,
    private readonly options: EventSignerOptions,
  ) {}

  async sign({ place, token, expiresAt, at }: Revocation): Promise<string> {
    const { issuer, audience, algorithm } = this.options;
    const { kid, key } = await this.#current();
    const event = { event_timestamp: seconds(at), token_expires_at: seconds(expiresAt) };
    return new SignJWT({
      sub_id: { format: 'opaque', id: token.toString('base64url') },
      events: { [REVOKED]: event },
    })
      .setProtectedHeader({ alg: algorithm, typ: 'secevent+jwt', kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setJti(place)
      .sign(key);
  }

  async #current() {
    const { algorithm } = this.options;
    const found = (await this.keys.list()).find(
      (key: SigningKey) => key.algorithm === algorithm && key.stage === 'current',
    );
    if (found === undefined) throw new Error(`There is no current ${algorithm} key.`);
    if (this.#imported?.kid !== found.kid) {
      const key = await importJWK(found.privateJwk as JWK, algorithm);
      this.#imported = { kid: found.kid, key };
    }
    return this.#imported;
  }
}
