import { Injectable } from '@nestjs/common';
import { Clock, Random } from '@sextant/platform-runtime/clock';
import { sha256 } from '../clients/client-secret.js';
import { FactorSettings } from '../factors/factor.settings.js';
import { SecondFactors } from '../factors/second-factors.js';
import { KnownDevices, type Browser, type BrowserTrust } from '../passwords/known-devices.js';
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
    private readonly random: Random,
    { trustBrowserDays }: FactorSettings,
  ) {
    this.days = trustBrowserDays;
  }

  async has(user: User, door: Door): Promise<boolean> {
    const trust = this.days === 0 ? undefined : await this.#trustOf(user, door);
    return trust !== undefined && this.devices.isTrusted(trust, new Date(this.clock.nowMs()));
  }

  /** @returns the browser, with the token that it has to have from now on */
  async add(user: User, door: Door): Promise<Browser | undefined> {
    const { browser } = door;
    const trust = this.days === 0 ? undefined : await this.#trustOf(user, door);
    if (trust === undefined || browser === undefined) return browser;
    const token = this.random.bytes(32).toString('base64url');
    const until = new Date(this.clock.nowMs() + this.days * DAY_MS);
    await this.devices.trust(trust, until, sha256(token));
    return { ...browser, token };
  }

  async #trustOf(user: User, { browser }: Door): Promise<BrowserTrust | undefined> {
    if (browser === undefined) return undefined;
    const ids = (await this.factors.list(user.id)).map(({ id }) => id).toSorted();
    const as = sha256([user.generation, ...ids].join('\n'));
    return { digest: sha256(browser.token), userId: user.id, as };
  }
}
