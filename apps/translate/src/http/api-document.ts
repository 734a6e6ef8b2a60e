import type { ApiDocsOptions, PageRequest } from '@sextant/platform-http';
import { VERSION } from './version.js';

const AUTH_HEADER = {
  type: 'apiKey',
  in: 'header',
  name: 'Authorization',
  description:
    'DeepL-Auth-Key and the key, separated by a space; on the page of this document the key alone will do.',
} as const;

/** Whoever copies a key into the page should not have to know how the header begins. */
function withScheme(request: PageRequest): PageRequest {
  const given = request.headers['Authorization'];
  if (given !== undefined && !given.includes(' ')) {
    request.headers['Authorization'] = `DeepL-Auth-Key ${given}`;
  }
  return request;
}

/** The document of the API, and its page. */
export const API_DOCUMENT: ApiDocsOptions = {
  title: 'Sextant translate',
  description: 'Machine translation that the official DeepL SDKs can be pointed at.',
  version: VERSION,
  follows: { name: "DeepL's API", version: '3.11.0', isOwnVersion: true },
  changeRequest: withScheme,
  describe: (builder) => builder.addSecurity('auth_header', AUTH_HEADER),
};
