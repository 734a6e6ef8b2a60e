import type { NotificationType } from '../notifications/notification.js';
import type { Person } from '../access/person.js';

/** Which notifications a user wants, and how (spec 2, part 2). */
export interface Settings {
  readonly classInvitation: boolean;
  readonly classCancellation: boolean;
  readonly classApproval: boolean;
  readonly classApprovalCancel: boolean;
  readonly scheduleStart: boolean;
  readonly newPost: boolean;
  readonly directMessage: boolean;
  readonly soundEnabled: boolean;
  readonly reminder: boolean;
  /** Minutes before an event. */
  readonly eventReminderDefault: number;
}

export const DEFAULT_SETTINGS: Settings = {
  classInvitation: true,
  classCancellation: true,
  classApproval: true,
  classApprovalCancel: true,
  scheduleStart: true,
  newPost: true,
  directMessage: true,
  soundEnabled: true,
  reminder: true,
  eventReminderDefault: 15,
};

/** Four weeks; our choice. */
export const MAX_REMINDER_MINUTES = 40_320;

export interface SettingsRecord {
  readonly id: string;
  readonly owner: Person;
  readonly settings: Settings;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Whether a user wants a kind of notification: `direct` is governed by `directMessage`. */
export const wants = (settings: Settings, type: NotificationType): boolean =>
  settings[type === 'direct' ? 'directMessage' : type];
