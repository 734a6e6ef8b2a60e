import { Injectable } from '@nestjs/common';
import { SecretStore } from '../database/secret-store.js';
import { SharedKey } from '../database/shared-key.js';

/** Signs the cursors of lists. */
@Injectable()
export class CursorKey extends SharedKey {
  constructor(secrets: SecretStore) {
    super(secrets, 'cursors');
  }
}
