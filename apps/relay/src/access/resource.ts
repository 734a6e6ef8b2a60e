import type { ProtectedResource } from '@sextant/platform-security/jwt';

/** What clients that find the service by themselves are told of it. */
export const RESOURCE: ProtectedResource = {
  name: 'relay',
  paths: ['/relay'],
  scopes: [],
  documentation: '/docs/relay',
};
