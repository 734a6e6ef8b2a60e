import { Injectable } from '@nestjs/common';
import { Identity } from '../http/identity.js';
import { Clock } from '@sextant/platform-runtime/clock';
import { Countries } from '../countries/countries.js';
import { type AccountMail, type FactorChange, AccountMailer } from './account-mailer.js';

/** Whom an e-mail is for. */
export interface Recipient {
  readonly email: string;
  readonly name: string;
  readonly claims: { readonly locale?: string | undefined };
}

export interface NewBrowser {
  readonly ip: string;
  readonly browser: string;
  readonly languages: readonly (string | undefined)[];
}

/** Tells people by e-mail what has happened to their accounts. */
@Injectable()
export class AccountNotices {
  constructor(
    private readonly mailer: AccountMailer,
    private readonly clock: Clock,
    private readonly countries: Countries,
    private readonly identity: Identity,
  ) {}

  passwordChanged(user: Recipient): Promise<void> {
    return this.#post('password-changed', user, { link: `${this.identity.issuer}/account/forgot` });
  }

  /** Said to the old address: whoever took the account over may own the new one. */
  addressChanged(user: Recipient, oldAddress: string): Promise<void> {
    return this.#post('address-changed', { ...user, email: oldAddress }, { address: user.email });
  }

  newBrowser(user: Recipient, { ip, browser, languages }: NewBrowser): Promise<void> {
    const link = `${this.identity.issuer}/account/forgot`;
    const country = this.countries.of(ip);
    return this.#post('new-browser', user, { ip, browser, link }, { languages, country });
  }

  factorChanged(user: Recipient, change: FactorChange): Promise<void> {
    return this.#post('factor-changed', user, {}, { change });
  }

  async #post(
    template: 'password-changed' | 'address-changed' | 'new-browser' | 'factor-changed',
    user: Recipient,
    values: Readonly<Record<string, string>>,
    { languages = [], change, country }: Partial<AccountMail> = {},
  ): Promise<void> {
    const { mailer, clock } = this;
    const { brand } = this.identity;
    if (!mailer.isOpen) return;
    const at = `${new Date(clock.nowMs()).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    await mailer.post({
      to: user.email,
      template,
      languages: [user.claims.locale, ...languages],
      values: { brand, name: user.name, at, ...values },
      ...(change === undefined ? {} : { change }),
      ...(country === undefined ? {} : { country }),
    });
  }
}
