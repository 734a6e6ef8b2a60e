import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ApiKeys } from '@sextant/platform-security/api-keys';
import { FirstKeySettings } from './first-key.settings.js';
import { SCOPES } from './scopes.js';

/** Stores the first keys of an installation. */
@Injectable()
export class FirstKeys implements OnApplicationBootstrap {
  constructor(
    private readonly settings: FirstKeySettings,
    private readonly keys: ApiKeys,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.adopt('default', this.settings.bootstrapApiKey);
    await this.adopt('other', this.settings.bootstrapOtherApiKey);
  }

  private async adopt(owner: string, secret: string | undefined): Promise<void> {
    if (secret === undefined) return;
    await this.keys.adopt({ owner, label: 'first key', scopes: SCOPES }, secret);
  }
}
