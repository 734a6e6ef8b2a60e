import type { ProtectedResource } from '@sextant/platform-security/jwt';

/** What clients that find the service by themselves are told of it. */
export const RESOURCE: ProtectedResource = {
  name: 'translate',
  paths: ['/v2', '/v3'],
  scopes: ['translate'],
  documentation: '/docs/translate',
};
