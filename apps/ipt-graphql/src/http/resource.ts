import type { ProtectedResource } from '@sextant/platform-security/jwt';

/** What clients that find the service by themselves are told of it. */
export const RESOURCE: ProtectedResource = {
  name: 'ipt-graphql',
  paths: ['/graphql', '/ipt'],
  scopes: ['ipt:read', 'ipt:mint', 'ipt:tokenize'],
  documentation: '/docs/ipt-graphql',
};
