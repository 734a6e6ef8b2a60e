import { integer, settingsOf } from '@sextant/platform-runtime/config';

/** When accounts are deleted. */
export class AccountDeletionSettings extends settingsOf({
  accountDeletionDays: integer(
    'ACCOUNT_DELETION_DAYS',
    'Days between the wish of a person to have the account deleted and the deletion.',
    { default: 14, max: 365 },
  ),
}) {}
