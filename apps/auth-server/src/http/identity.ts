import { Injectable } from '@nestjs/common';
import { IdentitySettings } from './identity.settings.js';
import { ServerSettings } from './server.settings.js';

/** Who this server is, for tokens, mails and pages. */
@Injectable()
export class Identity {
  /** The `iss` of all tokens. With port 0 ISSUER must be set, as tests do. */
  readonly issuer: string;
  readonly brand: string;

  constructor({ issuer, brandName }: IdentitySettings, { port }: ServerSettings) {
    this.issuer = issuer ?? `http://localhost:${port}`;
    this.brand = brandName;
  }
}
