import { problem } from '@sextant/platform-http/errors';

/** Who may not, and what is not theirs to see (spec 2, part 7). */
export const ACCESS_ERRORS = {
  permissionDenied: problem('permission_denied', 403, 'PERMISSION_DENIED'),
  notFound: problem('notification_not_found', 404, 'NOTIFICATION_NOT_FOUND'),
  serviceToken: problem(
    'service_token',
    401,
    'Send the service token: Authorization: Bearer <token>.',
  ),
} as const;
