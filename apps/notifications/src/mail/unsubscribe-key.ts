import { Injectable } from '@nestjs/common';
import { SecretStore } from '../database/secret-store.js';
import { SharedKey } from '../database/shared-key.js';

/** Signs the links that end mails of a kind. */
@Injectable()
export class UnsubscribeKey extends SharedKey {
  constructor(secrets: SecretStore) {
    super(secrets, 'unsubscribe');
  }
}
