import { Injectable } from '@nestjs/common';
import { PeopleStore } from '../people/people-store.js';
import { PushStore } from './push-store.js';
import { createHash } from 'node:crypto';
import { Clock } from '@sextant/platform-runtime/clock';
import { isMailable, receivedRecord, type Creation } from '../notifications/creation/creation.js';
import type { Notification, Recipient } from '../notifications/notification.js';
import { pushAt } from '../settings/preferences.js';
import type { PushDelivery, PushSubscription } from './push.js';
import { payloadOf } from './push-payload.js';
import { wants } from '../settings/settings.js';
import { mayTell, RecipientPreferences, type Wanted } from '../settings/recipient-preferences.js';

/** Recipients that are looked at together. */
export const USERS_AT_ONCE = 1000;

/** Makes the messages of a notification: for each browser of those who want to be told, when they want it. */
@Injectable()
export class PushComposer {
  constructor(
    private readonly push: PushStore,
    private readonly preferences: RecipientPreferences,
    private readonly people: PeopleStore,
    private readonly clock: Clock,
  ) {}

  /** Of the recipients from `start` on. */
  async deliveriesOf(creation: Creation, start: number): Promise<readonly PushDelivery[]> {
    const some = await this.#readers(
      creation.recipients
        .map((recipient, index) => ({ ...recipient, index }))
        .slice(start, start + USERS_AT_ONCE),
    );
    const subscriptions = await this.push.ofUsers(some.map(({ user }) => user));
    if (subscriptions.length === 0) return [];
    const wantedBy = await this.preferences.of([...new Set(subscriptions.map(({ user }) => user))]);
    const indexOf = new Map(some.map(({ user, index }) => [user, index]));
    return subscriptions.flatMap((subscription) => {
      const index = indexOf.get(subscription.user);
      const wanted = wantedBy(subscription.user);
      if (index === undefined || !isWanted(wanted, creation)) return [];
      const payload = payloadOf(receivedRecord(creation, index), wanted.settings);
      const dueAt = this.#dueAt(wanted, creation.isUrgent === true);
      const { classId, isUrgent } = creation;
      return [
        {
          ...deliveryOf(subscription, { key: creation.id, payload, dueAt }),
          ...(classId === undefined ? {} : { classId }),
          ...(isUrgent === undefined ? {} : { isUrgent }),
        },
      ];
    });
  }

  /** Of a record that a person had put off until now. */
  async deliveriesOfAwakened(record: Notification, until: Date): Promise<readonly PushDelivery[]> {
    const { user } = record.owner;
    const subscriptions = await this.push.ofUsers([user]);
    const wanted = (await this.preferences.of([user]))(user);
    const isOn = wanted.preferences.kinds[record.notificationType].push;
    const [reader] = await this.#readers([{ ...record.owner, ...boundTo(record) }]);
    if (!isOn || !wants(wanted.settings, record.notificationType) || reader === undefined)
      return [];
    const payload = payloadOf(record, wanted.settings);
    const key = `snooze ${record.id} ${until.toISOString()}`;
    const dueAt = this.#dueAt(wanted, false);
    return subscriptions.map((one) => deliveryOf(one, { key, payload, dueAt }));
  }

  #dueAt({ preferences, timeZone }: Wanted, isUrgent: boolean): Date {
    const now = new Date(this.clock.nowMs());
    return isUrgent ? now : pushAt(preferences, now, timeZone);
  }

  /** Without those for whose academy it is not: who has a browser here is known. */
  async #readers<R extends Recipient>(recipients: readonly R[]): Promise<readonly R[]> {
    const bound = recipients.filter(({ boundTo }) => boundTo !== undefined);
    if (bound.length === 0) return recipients;
    const known = await this.people.known(bound.map(({ user }) => user));
    return recipients.filter((one) => isMailable(one, known.get(one.user)?.academyId));
  }
}

const isWanted = (wanted: Wanted, { content: { notificationType }, classId }: Creation): boolean =>
  wanted.preferences.kinds[notificationType].push && mayTell(wanted, notificationType, classId);

const boundTo = ({ boundTo: academy }: Notification) =>
  academy === undefined ? {} : { boundTo: academy };

interface Message {
  /** With the endpoint it names the delivery: the same is queued once. */
  readonly key: string;
  readonly payload: string;
  readonly dueAt: Date;
}

export function deliveryOf(
  { createdAt: _createdAt, ...subscription }: PushSubscription,
  { key, payload, dueAt }: Message,
): PushDelivery {
  const hash = createHash('sha256').update(JSON.stringify([key, subscription.endpoint]));
  return { id: hash.digest('hex'), subscription, payload, attempts: 0, dueAt };
}
