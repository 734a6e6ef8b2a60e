import { integer, list, optional, settingsOf } from '@sextant/platform-runtime/config';

/** Who needs a second factor, and when. */
export class FactorSettings extends settingsOf({
  requireFactor: optional(
    list(
      'REQUIRE_FACTOR',
      'Roles whose holders need a second factor; `admin` stands for administrators. In production administrators if absent; `none` for nobody.',
      {
        example: 'admin,teacher',
        ...(process.env['NODE_ENV'] === 'production' ? { default: ['admin'] } : {}),
      },
    ),
  ),
  trustBrowserDays: integer(
    'TRUST_BROWSER_DAYS',
    'Days in which a browser need not show the second factor again, where its person has said so; 0 offers that to nobody.',
    { default: 30, max: 365 },
  ),
}) {}
