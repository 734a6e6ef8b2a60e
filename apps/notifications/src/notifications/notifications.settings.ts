import { settingsOf, toggle } from '@sextant/platform-runtime/config';

/** Whom notifications may be sent to. */
export class NotificationsSettings extends settingsOf({
  knownRecipientsOnly: toggle(
    'KNOWN_RECIPIENTS_ONLY',
    'Whether recipients count as unknown whom the service has never heard of.',
    { example: 'true', default: false },
  ),
}) {}
