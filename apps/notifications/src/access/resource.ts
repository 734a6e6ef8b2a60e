import type { ProtectedResource } from '@sextant/platform-security/jwt';

/** What clients that find the service by themselves are told of it. */
export const RESOURCE: ProtectedResource = {
  name: 'notifications',
  paths: ['/api/notifications'],
  scopes: ['notifications'],
  documentation: '/docs/notifications',
};
