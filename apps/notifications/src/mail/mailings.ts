import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { DeadLetterStore } from '../delivery/dead-letter-store.js';
import { TrailStore } from '../delivery/trail-store.js';
import { NotificationStore } from '../notifications/notification-store.js';
import { PeopleStore } from '../people/people-store.js';
import { ContactStore } from '../people/contact-store.js';
import { MailStore } from './mail-store.js';
import { Clock } from '@sextant/platform-runtime/clock';
import { isMailable, receivedRecord, type Creation } from '../notifications/creation/creation.js';
import { addressDigest, type ClaimedMail, type MailContent, type MailItem } from './mail.js';
import type { NotificationType } from '../notifications/notification.js';
import { Observer } from '../observability/observer.js';
import { mailAt } from '../settings/preferences.js';
import { shortened } from '../notifications/shortened.js';
import { mayTell, RecipientPreferences, type Wanted } from '../settings/recipient-preferences.js';
import type { Rounds } from '@sextant/platform-data/work-loop';
import { observedRounds } from '../scheduling/rounds.js';

/** A mail as the domain knows it; the adapter finds the words. */
export interface MailMessage {
  /** Names the mail: the same again whenever it is sent again. */
  readonly id: string;
  readonly user: string;
  readonly to: string;
  readonly locale: string | undefined;
  readonly kind: NotificationType | 'digest';
  /** Those that are told of one by one. */
  readonly items: readonly MailContent[];
  /** How many there are beside them. */
  readonly more: number;
}

/** Sends a mail. Rejects when that is not certain. */
export abstract class Mailer {
  /** Whether anything sends e-mail. */
  abstract readonly isOn: boolean;
  /** @returns `refused` when no other try will help */
  abstract send(mail: MailMessage): Promise<'sent' | 'refused'>;
}

const POLL_MS = 1000;
const USERS_AT_ONCE = 1000;
const MAILS_AT_ONCE = 8;
/** After a crash others go on with a mail; while it is on its way, the lease is renewed. */
const LEASE_MS = 20_000;
const RENEW_MS = 5000;
const FIRST_RETRY_MS = 5000;
const LONGEST_RETRY_MS = 3_600_000;
/** About three days. */
const MAX_ATTEMPTS = 80;
const ITEMS_SHOWN = 10;
/** A mail tells what it is about; the whole text is in the inbox. */
const DESCRIPTION_CHARACTERS = 2000;

/** Tells of notifications by e-mail, at least once, as each person wishes. */
@Injectable()
export class Mailings implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #worker: Rounds;

  constructor(
    private readonly mail: MailStore,
    private readonly contacts: ContactStore,
    private readonly preferences: RecipientPreferences,
    private readonly people: PeopleStore,
    private readonly notifications: NotificationStore,
    private readonly trail: TrailStore,
    private readonly deadLetters: DeadLetterStore,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    private readonly observer: Observer,
  ) {
    const round = () => this.deliver();
    this.#worker = observedRounds({ name: 'mail', pollMs: POLL_MS, round, observer });
  }

  onApplicationBootstrap(): void {
    if (this.mailer.isOn) this.#worker.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.#worker.stop();
  }

  /** Queues what the recipients want to be mailed of. */
  async add(creation: Creation): Promise<void> {
    if (!this.mailer.isOn) return;
    const { recipients } = creation;
    for (let start = 0; start < recipients.length; start += USERS_AT_ONCE) {
      await this.#addSome(creation, start);
    }
  }

  async #addSome(creation: Creation, start: number): Promise<void> {
    const some = creation.recipients.slice(start, start + USERS_AT_ONCE);
    const users = some.map(({ user }) => user);
    // Whoever has no address needs no second look.
    const reachable = await this.contacts.ofUsers(users);
    if (reachable.size === 0) return;
    const wantedBy = await this.preferences.of([...reachable.keys()]);
    const known = await this.people.known([...reachable.keys()]);
    const items = some.flatMap((recipient, index) => {
      const academy = known.get(recipient.user)?.academyId;
      if (reachable.get(recipient.user)?.email === undefined) return [];
      if (!isMailable(recipient, academy)) return [];
      return this.#itemOf(creation, start + index, wantedBy(recipient.user));
    });
    if (items.length > 0) await this.mail.queue(items);
    this.#worker.wake();
  }

  #itemOf(creation: Creation, index: number, wanted: Wanted): readonly MailItem[] {
    const { notificationType } = creation.content;
    const { preferences, timeZone } = wanted;
    const mode = preferences.kinds[notificationType].email;
    if (mode === 'off' || !mayTell(wanted, notificationType, creation.classId)) return [];
    const now = new Date(this.clock.nowMs());
    const dueAt = mailAt(mode, preferences, { now, timeZone });
    if (dueAt === undefined) return [];
    const record = receivedRecord(creation, index);
    const isAlone = mode === 'now' || mode === 'unread';
    const bucket = isAlone ? record.id : `${mode} ${dueAt.toISOString()}`;
    const { id, owner, title, description, from } = record;
    return [
      {
        ...{ id, user: owner.user, bucket, mode, dueAt },
        content: {
          title,
          notificationType,
          ...(description === undefined
            ? {}
            : { description: shortened(description, DESCRIPTION_CHARACTERS) }),
          ...(from === undefined ? {} : { fromUserName: from.userName }),
          ...(creation.classId === undefined ? {} : { classId: creation.classId }),
        },
      },
    ];
  }

  /** Sends some mails that are due. @returns whether there may be more */
  async deliver(): Promise<boolean> {
    const { clock } = this;
    const claimed: ClaimedMail[] = [];
    while (claimed.length < MAILS_AT_ONCE) {
      const nowMs = clock.nowMs();
      const one = await this.mail.claim(new Date(nowMs), new Date(nowMs + LEASE_MS));
      if (one === undefined) break;
      claimed.push(one);
    }
    await Promise.all(claimed.map((one) => this.#leased(one)));
    return claimed.length > 0;
  }

  /** Sends a mail again that was given up. @returns whether it is still there: it is forgotten after a month */
  async again(claimId: string): Promise<boolean> {
    const now = new Date(this.clock.nowMs());
    const isThere = await this.mail.retry(claimId, now);
    this.#worker.wake();
    return isThere;
  }

  async #leased(claimed: ClaimedMail): Promise<void> {
    const { clock, observer } = this;
    const timer = setInterval(() => {
      this.mail
        .renew(claimed.claimId, new Date(clock.nowMs() + LEASE_MS))
        .catch((error: unknown) => observer.trouble('lease.failed', error));
    }, RENEW_MS);
    try {
      await this.#deliver(claimed);
    } finally {
      clearInterval(timer);
    }
  }

  async #deliver(claimed: ClaimedMail): Promise<void> {
    const { observer, mailer } = this;
    const wanted = (await this.preferences.of([claimed.user]))(claimed.user);
    const items = await this.#stillWanted(claimed, wanted);
    const to = wanted.contact?.email;
    if (to === undefined || items.length === 0) {
      await this.#finish(claimed, to === undefined ? 'no_address' : 'not_needed');
      return;
    }
    if ((await this.mail.suppressed(to)) !== undefined) {
      await this.#finish(claimed, 'suppressed');
      return;
    }
    try {
      const outcome = await mailer.send(letterOf(claimed, { to, items, wanted }));
      if (outcome === 'refused') await this.#refused(claimed, { to, items });
      else await this.#sent(claimed, { to, items });
    } catch (error) {
      observer.trouble('mail.failed', error, { user: claimed.user, mail: claimed.claimId });
      await this.#later(claimed, error);
    }
  }

  /** Without what was switched off or read meanwhile; what was to come at once comes. */
  async #stillWanted({ items }: ClaimedMail, wanted: Wanted): Promise<readonly MailItem[]> {
    const waited = items.filter(({ mode }) => mode !== 'now').map(({ id }) => id);
    const unread =
      waited.length === 0 ? new Set<string>() : await this.notifications.unread(waited);
    return items.filter(({ id, mode, content: { notificationType, classId } }) => {
      const isOn = wanted.preferences.kinds[notificationType].email !== 'off';
      const isWanted = isOn && mayTell(wanted, notificationType, classId);
      return isWanted && (mode === 'now' || unread.has(id));
    });
  }

  async #sent(claimed: ClaimedMail, { to, items }: Pick<Addressed, 'to' | 'items'>): Promise<void> {
    await this.#note('mailed', items);
    await this.#finish(claimed, 'sent', to);
  }

  async #refused(
    claimed: ClaimedMail,
    { to, items }: Pick<Addressed, 'to' | 'items'>,
  ): Promise<void> {
    const { clock } = this;
    const reason = 'The mail server refused the address.';
    await this.mail.suppress({ address: to, reason, at: new Date(clock.nowMs()) });
    await this.#note('mail_failed', items);
    await this.#finish(claimed, 'refused');
  }

  async #later(claimed: ClaimedMail, error: unknown): Promise<void> {
    const { clock, observer } = this;
    const { claimId, user, attempts, items } = claimed;
    if (attempts + 1 < MAX_ATTEMPTS) {
      const waitMs = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20));
      await this.mail.retry(claimId, new Date(clock.nowMs() + waitMs));
      observer.mailed('retried');
      return;
    }
    await this.deadLetters.bury({
      // One that is used again and fails again is another letter: the first one is thrown away.
      id: `mail-${claimId}-${attempts}`,
      at: new Date(clock.nowMs()),
      reason: error instanceof Error ? error.message : String(error),
      event: JSON.stringify({ mail: { claimId, user, records: items.map(({ id }) => id) } }),
    });
    await this.#note('mail_failed', items);
    await this.mail.giveUp(claimed, new Date(clock.nowMs()));
    observer.mailed('given_up');
  }

  async #note(what: 'mailed' | 'mail_failed', items: readonly MailItem[]): Promise<void> {
    const at = new Date(this.clock.nowMs());
    await this.trail.add(items.map(({ id, mode }) => ({ record: id, what, at, detail: mode })));
  }

  async #finish({ claimId }: ClaimedMail, outcome: MailOutcome, to?: string): Promise<void> {
    const at = new Date(this.clock.nowMs());
    await this.mail.finish(claimId, at, to === undefined ? undefined : addressDigest(to));
    this.observer.mailed(outcome);
  }
}

type MailOutcome = Parameters<Observer['mailed']>[0];

interface Addressed {
  readonly to: string;
  readonly items: readonly MailItem[];
  readonly wanted: Wanted;
}

function letterOf({ claimId, user }: ClaimedMail, { to, items, wanted }: Addressed): MailMessage {
  const [first] = items;
  const isAlone = items.length === 1 && first?.bucket === first?.id;
  return {
    ...{ id: claimId, user, to, locale: wanted.contact?.locale },
    kind: isAlone && first !== undefined ? first.content.notificationType : 'digest',
    items: items.slice(0, ITEMS_SHOWN).map(({ content }) => content),
    more: Math.max(0, items.length - ITEMS_SHOWN),
  };
}

/** @returns undefined for a letter of something else */
export function readMailLetter(event: string): string | undefined {
  if (!event.startsWith('{"mail":')) return undefined;
  return (JSON.parse(event) as { readonly mail: { readonly claimId: string } }).mail.claimId;
}
