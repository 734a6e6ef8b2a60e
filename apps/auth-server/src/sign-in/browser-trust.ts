import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { sha256 } from '../clients/client-secret.js';
import { FactorSettings } from '../factors/factor.settings.js';
import { SecondFactors } from '../factors/second-factors.js';
import { KnownDevices, type BrowserTrust } from '../passwords/known-devices.js';
import type { User } from '../users/user.js';
import type { Door } from './door.js';

const DAY_MS = 86_400_000;

/**
 * Browsers that need not show the second factor again, for who has shown it there and wished so. A new password, a sign-out
 * everywhere and every change of the factors end that. It raises no assurance: who asks for a factor gets one.
 */
@Injectable()
export class BrowserTrusts {
  /** For how long it is offered; 0 for not at all. */
  readonly days: number;

  constructor(
    private readonly devices: KnownDevices,
    private readonly factors: SecondFactors,
    private readonly clock: Clock,
    { trustBrowserDays }: FactorSettings,
  ) {
    this.days = trustBrowserDays;
  }

  async has(user: User, door: Door): Promise<boolean> {
    const trust = this.days === 0 ? undefined : await this.#trustOf(user, door);
    return trust !== undefined && this.devices.isTrusted(trust, new Date(this.clock.nowMs()));
  }

  async add(user: User, door: Door): Promise<void> {
    const trust = this.days === 0 ? undefined : await this.#trustOf(user, door);
    if (trust === undefined) return;
    await this.devices.trust(trust, new Date(this.clock.nowMs() + this.days * DAY_MS));
  }

  async #trustOf(user: User, { browser }: Door): Promise<BrowserTrust | undefined> {
    if (browser === undefined) return undefined;
    const ids = (await this.factors.list(user.id)).map(({ id }) => id).toSorted();
    const as = sha256([user.generation, ...ids].join('\n'));
    return { digest: sha256(browser.token), userId: user.id, as };
  }
}
