import { Injectable } from '@nestjs/common';
import { NotificationStore } from '../notifications/notification-store.js';
import { PushStore } from './push-store.js';
import { Clock } from '@sextant/platform-runtime/clock';
import type { NotificationType } from '../notifications/notification.js';
import { pushAt } from '../settings/preferences.js';
import type { PushDelivery } from './push.js';
import { mayTell, RecipientPreferences, type Wanted } from '../settings/recipient-preferences.js';

/** Of a message whose time has come: it goes out, it waits until then, or nobody needs it any more. */
export type Turn = 'now' | 'never' | Date;

/** What a message tells of itself; a test message is about no record. */
export interface Told {
  readonly id?: string;
  readonly notificationType?: NotificationType;
}

export const toldBy = ({ payload }: PushDelivery): Told => JSON.parse(payload) as Told;

/**
 * Says of messages that may have waited for hours whether they still go out. An endpoint may have changed hands
 * since: its new owner must not see what was meant for another. The record may have been read, put off or deleted:
 * who looks in the evening is not told in the morning. The account may be deactivated. Its kind may have been switched off, or its class muted. And
 * what failed in the evening must not wake anybody at night.
 */
@Injectable()
export class PushTurns {
  constructor(
    private readonly push: PushStore,
    private readonly notifications: NotificationStore,
    private readonly preferences: RecipientPreferences,
    private readonly clock: Clock,
  ) {}

  async of(deliveries: readonly PushDelivery[]): Promise<(delivery: PushDelivery) => Turn> {
    const now = new Date(this.clock.nowMs());
    const users = [...new Set(deliveries.map(({ subscription }) => subscription.user))];
    const records = deliveries.flatMap((one) => toldBy(one).id ?? []);
    const [subscriptions, unread, wantedBy] = await Promise.all([
      this.push.ofUsers(users),
      this.notifications.unread(records, now),
      this.preferences.of(users),
    ]);
    const current = new Set(subscriptions.map(ownership));
    return (delivery) => {
      const { id, notificationType } = toldBy(delivery);
      const wanted = wantedBy(delivery.subscription.user);
      if (!current.has(ownership(delivery.subscription))) return 'never';
      if (wanted.contact?.isDeactivated === true) return 'never';
      if (id === undefined) return 'now';
      if (!unread.has(id) || !isWanted(wanted, delivery, notificationType)) return 'never';
      const at =
        delivery.isUrgent === true ? now : pushAt(wanted.preferences, now, wanted.timeZone);
      return at > now ? at : 'now';
    };
  }
}

const isWanted = (wanted: Wanted, { classId }: PushDelivery, type?: NotificationType): boolean =>
  type === undefined || (wanted.preferences.kinds[type].push && mayTell(wanted, type, classId));

const ownership = ({ user, endpoint }: { readonly user: string; readonly endpoint: string }) =>
  `${user} ${endpoint}`;
