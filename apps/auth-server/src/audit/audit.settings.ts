import { integer, settingsOf } from '@sextant/platform-runtime/config';

/** How long the audit log is kept. */
export class AuditSettings extends settingsOf({
  auditRetentionDays: integer(
    'AUDIT_RETENTION_DAYS',
    'Days for which records of the audit log are kept; for ever with 0.',
    { default: 0, min: 0, max: 36_500, example: '400' },
  ),
}) {}
