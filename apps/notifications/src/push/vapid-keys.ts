import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConfigError } from '@sextant/platform-runtime/config';
import { SecretStore } from '../database/secret-store.js';
import { PushSettings } from './push.settings.js';

/** What push services know the service by (RFC 8292), in base64url. */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Makes keys of that kind. */
export abstract class KeyPairs {
  abstract make(): KeyPair;
}

/** Given ones, else those that the first start made: browsers subscribe to them for good. */
@Injectable()
export class VapidKeys implements OnModuleInit {
  #pair: KeyPair | undefined;

  constructor(
    private readonly settings: PushSettings,
    private readonly secrets: SecretStore,
    private readonly pairs: KeyPairs,
  ) {}

  async onModuleInit(): Promise<void> {
    this.#pair = this.#given() ?? (await this.#kept());
  }

  get pair(): KeyPair {
    if (this.#pair === undefined) throw new Error('The VAPID keys are not loaded yet.');
    return this.#pair;
  }

  #given(): KeyPair | undefined {
    const { vapidPublicKey: publicKey, vapidPrivateKey: privateKey } = this.settings;
    if (publicKey !== undefined && privateKey !== undefined) return { publicKey, privateKey };
    if (publicKey === undefined && privateKey === undefined) return undefined;
    throw new ConfigError([
      'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together: set both or none.',
    ]);
  }

  async #kept(): Promise<KeyPair> {
    const kept = await this.secrets.getOrMake('vapid', () => JSON.stringify(this.pairs.make()));
    return JSON.parse(kept) as KeyPair;
  }
}
