import { Injectable } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isIP } from 'node:net';
import { Identity } from '../http/identity.js';
import type { PasskeyCredential } from './factor-store.js';
import type { WebAuthn, WebAuthnOptions } from './passkeys.js';
import type { User } from '../users/user.js';

const PATIENCE_MS = 300_000;

/** Passkeys of one host, by `@simplewebauthn/server`; a verified user is required of every key. */
@Injectable()
export class SimpleWebAuthn implements WebAuthn {
  readonly isPossible: boolean;
  readonly #host: string;

  constructor(private readonly identity: Identity) {
    this.#host = new URL(identity.issuer).hostname;
    this.isPossible = isIP(this.#host.replace(/^\[(.*)\]$/, '$1')) === 0;
  }

  creationOptions(
    user: User,
    challenge: Buffer,
    known: readonly PasskeyCredential[],
  ): Promise<WebAuthnOptions> {
    return generateRegistrationOptions({
      rpName: this.identity.brand,
      rpID: this.#host,
      userName: user.username,
      userDisplayName: user.name,
      userID: new Uint8Array(Buffer.from(user.id)),
      challenge: new Uint8Array(challenge),
      timeout: PATIENCE_MS,
      excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  requestOptions(
    challenge: Buffer,
    allowed: readonly PasskeyCredential[],
  ): Promise<WebAuthnOptions> {
    return generateAuthenticationOptions({
      rpID: this.#host,
      challenge: new Uint8Array(challenge),
      timeout: PATIENCE_MS,
      userVerification: 'required',
      allowCredentials: allowed.map(({ id, transports }) => ({ id, transports: [...transports] })),
    });
  }

  async verifyCreation(answer: unknown, challenge: Buffer): Promise<PasskeyCredential | undefined> {
    try {
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: answer as RegistrationResponseJSON,
        ...this.#expected(challenge),
      });
      if (!verified) return undefined;
      const { credential, credentialDeviceType } = registrationInfo;
      return {
        id: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        transports: credential.transports ?? [],
        isSynced: credentialDeviceType === 'multiDevice',
      };
    } catch {
      return undefined; // the package throws for every answer that is not as it has to be
    }
  }

  async verifyRequest(
    answer: unknown,
    challenge: Buffer,
    credential: PasskeyCredential,
  ): Promise<{ readonly counter: number } | undefined> {
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: answer as AuthenticationResponseJSON,
        credential: {
          id: credential.id,
          publicKey: new Uint8Array(Buffer.from(credential.publicKey, 'base64url')),
          counter: credential.counter,
          transports: [...credential.transports],
        },
        ...this.#expected(challenge),
      });
      return verified ? { counter: authenticationInfo.newCounter } : undefined;
    } catch {
      return undefined; // as above
    }
  }

  credentialIdOf(answer: unknown): string | undefined {
    const { id } = (answer ?? {}) as { readonly id?: unknown };
    return typeof id === 'string' && id.length <= 2000 ? id : undefined;
  }

  #expected(challenge: Buffer) {
    return {
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin: this.identity.issuer,
      expectedRPID: this.#host,
      requireUserVerification: true,
    };
  }
}
