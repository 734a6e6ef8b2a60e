import type { ApiDocsOptions } from '@sextant/platform-http';
import { VERSION } from './version.js';

/** The document of the admin API, and its page. */
export const API_DOCUMENT: ApiDocsOptions = {
  title: 'Sextant auth-server',
  description:
    'OAuth 2.1 authorization server and OpenID Connect provider with an admin API. The protocol endpoints are described by their standards and listed in the metadata documents; this document describes the rest.',
  version: VERSION,
  describe: (builder) => builder.addBearerAuth(),
};
