import { custom, settingsOf, text } from '@sextant/platform-runtime/config';
import { perMinute } from '../http/per-minute.js';
import { roleMap } from './role-map.js';

/** The directory that fills users and groups. */
export class ScimSettings extends settingsOf({
  scimToken: text(
    'SCIM_TOKEN',
    'The token of the directory that fills users and groups by SCIM; without one nobody may.',
    { example: 'kq9v...', secret: true },
  ),
  scimRoles: custom(
    roleMap,
    'SCIM_ROLES',
    'Which roles users get by those that a directory names, as NAME=role; a directory gives no other. None if absent.',
    { example: 'Lehrkraft=teacher,Students=student' },
  ),
  rateLimitScim: perMinute('RATE_LIMIT_SCIM', 'Requests a minute of the directory at /scim.', 1000),
}) {}
