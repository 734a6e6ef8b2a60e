import { integer, settingsOf } from '@sextant/platform-runtime/config';

/** How often people may be asked. */
export class ApprovalSettings extends settingsOf({
  rateLimitApprovals: integer({
    env: 'RATE_LIMIT_APPROVALS',
    description: 'Requests an hour of one client that people be asked by e-mail (CIBA).',
    example: '1000',
    default: 1000,
    min: 1,
    max: 100_000_000,
  }),
}) {}
