import { Injectable } from '@nestjs/common';
import { importJWK, SignJWT, type CryptoKey, type JWK } from 'jose';
import type { EventSigner } from './event-signer.js';
import { eventType, type SecurityEvent } from './security-events.js';
import { Identity } from '../http/identity.js';
import { AccessTokenSettings } from '../keys/access-token.settings.js';
import { SigningKeys, type SigningKey } from '../keys/signing-keys.js';

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Security event tokens, signed as access tokens are: who knows the key set of these can check them. */
@Injectable()
export class JoseEventSigner implements EventSigner {
  #imported: { readonly kid: string; readonly key: CryptoKey | Uint8Array } | undefined;

  constructor(
    private readonly keys: SigningKeys,
    private readonly identity: Identity,
    private readonly settings: AccessTokenSettings,
  ) {}

  async sign(event: SecurityEvent): Promise<string> {
    const { issuer } = this.identity;
    const { accessTokenAudience: audience, accessTokenAlgorithm: algorithm } = this.settings;
    const { kid, key } = await this.#current();
    return new SignJWT(this.#claims(event))
      .setProtectedHeader({ alg: algorithm, typ: 'secevent+jwt', kid })
      .setIssuer(issuer)
      .setAudience(audience)
      .setIssuedAt()
      .setJti(event.place)
      .sign(key);
  }

  #claims(event: SecurityEvent) {
    const { issuer } = this.identity;
    const common = { event_timestamp: seconds(event.at) };
    const type = eventType(event.kind);
    if (event.kind === 'session-revoked') {
      const { token, expiresAt } = event;
      return {
        sub_id: { format: 'opaque', id: token.toString('base64url') },
        events: { [type]: { ...common, token_expires_at: seconds(expiresAt) } },
      };
    }
    return {
      sub_id: { format: 'iss_sub', iss: issuer, sub: event.subject },
      events: { [type]: { ...common, ...event.details } },
    };
  }

  async #current() {
    const { accessTokenAlgorithm: algorithm } = this.settings;
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
