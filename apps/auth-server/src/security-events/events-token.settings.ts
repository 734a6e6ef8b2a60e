import { optional, settingsOf, text } from '@sextant/platform-runtime/config';

/** Who may receive security events. */
export class EventsTokenSettings extends settingsOf({
  eventsToken: optional(
    text({
      env: 'EVENTS_TOKEN',
      description:
        'What the siblings show (their AUTH_EVENTS_TOKEN) to hear at once of revoked tokens; without one nobody does.',
      example: 'hT7w...',
      secret: true,
    }),
  ),
}) {}
