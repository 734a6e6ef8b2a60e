import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ApiKeys } from '@sextant/platform-security/api-keys';
import { AccessSettings } from './access.settings.js';
import { SCOPES } from './caller.js';

/** Owner of the key that comes with the environment. */
const FIRST_OWNER = 'default';

/** Stores the key that comes with the environment, before the first request. */
@Injectable()
export class FirstKey implements OnApplicationBootstrap {
  constructor(
    private readonly settings: AccessSettings,
    private readonly keys: ApiKeys,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { bootstrapApiKey } = this.settings;
    if (bootstrapApiKey === undefined) return;
    const scopes = Object.values(SCOPES);
    await this.keys.adopt({ owner: FIRST_OWNER, label: 'first key', scopes }, bootstrapApiKey);
  }
}
