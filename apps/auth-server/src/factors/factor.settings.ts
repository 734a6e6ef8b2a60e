import { list, optional, settingsOf } from '@sextant/platform-runtime/config';

/** Who needs a second factor. */
export class FactorSettings extends settingsOf({
  requireFactor: optional(
    list({
      env: 'REQUIRE_FACTOR',
      description:
        'Roles whose holders need a second factor; `admin` stands for administrators. In production administrators if absent; `none` for nobody.',
      example: 'admin,teacher',
      ...(process.env['NODE_ENV'] === 'production' ? { default: ['admin'] } : {}),
    }),
  ),
}) {}
