import { integer, settingsOf } from '@sextant/platform-runtime/config';

/** How many broadcasts one sender may create. */
export class BroadcastsSettings extends settingsOf({
  audienceMessagesPerDay: integer(
    'AUDIENCE_MESSAGES_PER_DAY',
    'Messages to audiences that one sender may create in 24 hours; those that still wait count as well.',
    { default: 200, min: 1 },
  ),
}) {}
