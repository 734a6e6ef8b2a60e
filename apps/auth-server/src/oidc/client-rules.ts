import { Injectable } from '@nestjs/common';
import { errors } from 'oidc-provider';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { ClientRules } from '../clients/client-admin.js';
import type { Client } from '../clients/client.js';
import { clientMetadata } from './engine/clients/client-metadata.js';
import { Engine } from './engine/engine.js';

/** The engine's own rules of client metadata, asked before a client is stored. */
@Injectable()
export class EngineClientRules implements ClientRules {
  constructor(private readonly engine: Engine) {}

  async check(client: Client, secret: string | undefined): Promise<void> {
    const { sealer } = this.engine.uses;
    const known = this.engine.scopes;
    const payload = {
      ...clientMetadata({ ...client, secret: { kind: 'none' } }, { sealer, known }),
      ...(secret === undefined ? {} : { client_secret: secret }),
    };
    try {
      await (
        this.engine.provider.Client as unknown as { validate(metadata: object): Promise<void> }
      ).validate(payload);
    } catch (error) {
      if (!(error instanceof errors.OIDCProviderError)) throw error;
      const description = error.error_description ?? 'The client metadata is not valid.';
      throw AUTH_ERRORS.invalid({ message: `${description}.`, cause: error });
    }
  }
}
