import { Injectable } from '@nestjs/common';
import { PreferenceStore } from '../settings/preference-store.js';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { NOTIFICATION_TYPES, type NotificationType } from '../notifications/notification.js';
import { isObjectId } from '../access/object-id.js';
import type { EmailMode, PreferencesChange } from '../settings/preferences.js';
import { RecipientPreferences } from '../settings/recipient-preferences.js';
import { UnsubscribeKey } from './unsubscribe-key.js';

type Kind = NotificationType | 'digest';

const KINDS: readonly string[] = [...NOTIFICATION_TYPES, 'digest'];
const DIGESTS: readonly EmailMode[] = ['hour', 'day', 'week'];

/** Ends mails of a kind by a link that needs no sign-in. It lasts: mails are kept for years. */
@Injectable()
export class Unsubscriptions {
  constructor(
    private readonly recipients: RecipientPreferences,
    private readonly preferences: PreferenceStore,
    private readonly key: UnsubscribeKey,
  ) {}

  tokenOf(user: string, kind: Kind): string {
    return `${user}.${kind}.${this.#signatureOf(user, kind)}`;
  }

  /** @returns the kind that is mailed no more; `undefined` for a link that is none of ours */
  async stop(token: string): Promise<Kind | undefined> {
    const named = this.read(token);
    if (named === undefined) return undefined;
    const { preferences } = this;
    await preferences.update(named.user, { kinds: await this.#offOf(named.user, named.kind) });
    return named.kind;
  }

  read(token: string): { readonly user: string; readonly kind: Kind } | undefined {
    const [user = '', kind = '', signature = ''] = token.split('.');
    if (!isObjectId(user) || !isKind(kind)) return undefined;
    const [given, right] = [Buffer.from(signature), Buffer.from(this.#signatureOf(user, kind))];
    return given.length === right.length && timingSafeEqual(given, right)
      ? { user, kind }
      : undefined;
  }

  async #offOf(user: string, kind: Kind): Promise<NonNullable<PreferencesChange['kinds']>> {
    if (kind !== 'digest') return { [kind]: { email: 'off' } };
    const { preferences } = (await this.recipients.of([user]))(user);
    const gathered = NOTIFICATION_TYPES.filter((type) =>
      DIGESTS.includes(preferences.kinds[type].email),
    );
    return Object.fromEntries(gathered.map((type) => [type, { email: 'off' }]));
  }

  #signatureOf(user: string, kind: Kind): string {
    return createHmac('sha256', this.key.bytes).update(`${user}.${kind}`).digest('base64url');
  }
}

const isKind = (kind: string): kind is Kind => KINDS.includes(kind);
