import { optional, settingsOf, text, url } from '@sextant/platform-runtime/config';

/** The notifications service that receives contact data of accounts. */
export class AccountNewsSettings extends settingsOf({
  notificationsUrl: optional(
    url(['http', 'https'], {
      env: 'NOTIFICATIONS_URL',
      description:
        'The notifications service, which is told how people are reached; nobody if absent.',
      example: 'http://notifications',
    }),
  ),
  notificationsToken: optional(
    text({
      env: 'NOTIFICATIONS_TOKEN',
      description: 'Its SERVICE_TOKEN.',
      example: 'q83vEjRWeJCrze8SNFZ4kKvN7xI0',
      secret: true,
    }),
  ),
}) {}
