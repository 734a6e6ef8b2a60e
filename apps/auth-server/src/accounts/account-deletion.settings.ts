import { integer, settingsOf } from '@sextant/platform-runtime/config';

/** When accounts are deleted. */
export class AccountDeletionSettings extends settingsOf({
  accountDeletionDays: integer({
    env: 'ACCOUNT_DELETION_DAYS',
    description: 'Days between the wish of a person to have the account deleted and the deletion.',
    example: '14',
    default: 14,
    max: 365,
  }),
}) {}
