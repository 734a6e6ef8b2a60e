import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ApiKeys } from '@sextant/platform-security/api-keys';
import { FREE_SUFFIX, SCOPES } from '../access/scopes.js';
import { FirstKeySettings } from './first-key.settings.js';

/** Owner of the keys that come with the environment. */
const FIRST_OWNER = 'default';

/** Stores the first keys. */
@Injectable()
export class FirstKeys implements OnApplicationBootstrap {
  constructor(
    private readonly settings: FirstKeySettings,
    private readonly keys: ApiKeys,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { bootstrapAuthKey, bootstrapAdminKey } = this.settings;
    await this.#adopt('first key', [SCOPES.translate], bootstrapAuthKey);
    await this.#adopt('first admin key', [SCOPES.translate, SCOPES.admin], bootstrapAdminKey);
  }

  async #adopt(label: string, scopes: readonly string[], secret?: string): Promise<void> {
    if (secret === undefined) return;
    const plan = secret.endsWith(`:${FREE_SUFFIX}`) ? [SCOPES.freePlan] : [];
    await this.keys.adopt({ owner: FIRST_OWNER, label, scopes: [...scopes, ...plan] }, secret);
  }
}
