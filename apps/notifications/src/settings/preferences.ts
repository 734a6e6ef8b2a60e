import { minuteOfDay, nextDaily, nextWeekly } from '../scheduling/local-time.js';
import { NOTIFICATION_TYPES, type NotificationType } from '../notifications/notification.js';

/**
 * When e-mail tells of a notification:
 * - `now`: at once
 * - `hour`, `day`, `week`: together with others
 * - `unread`: if it is still unread after some hours
 */
export const EMAIL_MODES = ['off', 'now', 'hour', 'day', 'week', 'unread'] as const;
export type EmailMode = (typeof EMAIL_MODES)[number];

export interface ChannelWish {
  readonly push: boolean;
  readonly email: EmailMode;
}

/** By the clocks of the person; over midnight when the end comes first. */
export interface QuietHours {
  /** `HH:MM` */
  readonly from: string;
  readonly to: string;
}

/** How a person wants to be told (our addition to spec 2's settings, which say whether). */
export interface Preferences {
  readonly kinds: Readonly<Record<NotificationType, ChannelWish>>;
  readonly quietHours: QuietHours | null;
  /** Of the IANA database; `null`: as the account says, else UTC. */
  readonly timeZone: string | null;
  /** Hours until e-mail takes over from what is unread. */
  readonly unreadHours: number;
  /** Hour of the day at which digests come. */
  readonly digestHour: number;
  /** Classes that neither push nor e-mail tells of. */
  readonly mutedClasses: readonly string[];
}

export type PreferencesChange = Partial<Omit<Preferences, 'kinds'>> & {
  readonly kinds?: Partial<Record<NotificationType, Partial<ChannelWish>>>;
};

export const MAX_UNREAD_HOURS = 168;
export const MAX_MUTED_CLASSES = 200;

/** What nobody should miss is mailed when it stays unread; nobody is mailed everything unasked. */
const MAILED_UNREAD: readonly NotificationType[] = [
  'direct',
  'classInvitation',
  'classCancellation',
];

export const DEFAULT_PREFERENCES: Preferences = {
  kinds: Object.fromEntries(
    NOTIFICATION_TYPES.map((type) => [
      type,
      { push: true, email: MAILED_UNREAD.includes(type) ? 'unread' : 'off' },
    ]),
  ) as Preferences['kinds'],
  quietHours: null,
  timeZone: null,
  unreadHours: 24,
  digestHour: 8,
  mutedClasses: [],
};

/** What changes stays within its kind: the other channel keeps its wanted. */
export function changed(kept: PreferencesChange, change: PreferencesChange): PreferencesChange {
  const types = NOTIFICATION_TYPES.filter(
    (type) => kept.kinds?.[type] !== undefined || change.kinds?.[type] !== undefined,
  );
  const kinds = Object.fromEntries(
    types.map((type) => [type, { ...kept.kinds?.[type], ...change.kinds?.[type] }]),
  );
  return { ...kept, ...change, ...(types.length === 0 ? {} : { kinds }) };
}

/** Defaults are not stored: they may become others. */
export function withDefaults({ kinds = {}, ...rest }: PreferencesChange): Preferences {
  return {
    ...DEFAULT_PREFERENCES,
    ...rest,
    kinds: Object.fromEntries(
      NOTIFICATION_TYPES.map((type) => [
        type,
        { ...DEFAULT_PREFERENCES.kinds[type], ...kinds[type] },
      ]),
    ) as Preferences['kinds'],
  };
}

export const minutesOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

/** When a push may go out: at once, or in the morning. */
export function pushAt({ quietHours }: Preferences, now: Date, timeZone: string): Date {
  if (quietHours === null) return now;
  const [from, to] = [minutesOf(quietHours.from), minutesOf(quietHours.to)];
  const minute = minuteOfDay(now, timeZone);
  const isQuiet = from <= to ? minute >= from && minute < to : minute >= from || minute < to;
  return isQuiet ? nextDaily(now, timeZone, to) : now;
}

const MONDAY = 0;
const HOUR_MS = 3_600_000;

/** When e-mail tells of what is created now; `undefined`: never. */
export function mailAt(
  mode: EmailMode,
  { unreadHours, digestHour }: Preferences,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): Date | undefined {
  switch (mode) {
    case 'off':
      return undefined;
    case 'now':
      return now;
    case 'hour':
      return new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
    case 'day':
      return nextDaily(now, timeZone, digestHour * 60);
    case 'week':
      return nextWeekly(now, timeZone, MONDAY + digestHour * 60);
    case 'unread':
      return new Date(now.getTime() + unreadHours * HOUR_MS);
  }
}
