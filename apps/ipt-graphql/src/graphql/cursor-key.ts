import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SigningSecretSettings } from '../http/signing-secret.settings.js';

/** What cursors are signed with: cursors and upload URLs have different keys, of one secret. */
@Injectable()
export class CursorKey {
  readonly bytes: Buffer;

  constructor({ uploadSigningKey }: SigningSecretSettings) {
    this.bytes = createHmac('sha256', uploadSigningKey).update('cursors').digest();
  }
}
