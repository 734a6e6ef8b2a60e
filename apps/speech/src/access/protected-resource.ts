import type { ProtectedResource } from '@sextant/platform-security/jwt';

/** What clients that find the service by themselves are told of it. */
export const RESOURCE: ProtectedResource = {
  name: 'speech',
  paths: [
    '/v1/audio',
    '/v1/voices',
    '/v1/models',
    '/v1/text-to-speech',
    '/v1/text-to-dialogue',
    '/v1/speech-to-text',
    '/v1/pronunciation-dictionaries',
    '/v1/realtime',
    '/v2/voices',
    '/v1/admin',
  ],
  scopes: [
    'audio:speech',
    'audio:stream',
    'audio:all',
    'voices:read',
    'voices:create',
    'voices:delete',
    'voices:all',
  ],
  documentation: '/docs/speech',
};
