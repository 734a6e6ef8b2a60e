import { integer, settingsOf } from '@sextant/platform-runtime/config';

/** How often what has expired is removed, and for how long the audit log is kept. */
export class SweepSettings extends settingsOf({
  sweepSeconds: integer('SWEEP_SECONDS', 'Seconds between two sweeps of what has expired.', {
    default: 60,
    min: 1,
    max: 86_400,
  }),
  auditRetentionDays: integer(
    'AUDIT_RETENTION_DAYS',
    'Days for which records of the audit log are kept; for ever with 0.',
    { default: 0, min: 0, max: 36_500, example: '400' },
  ),
}) {}
