import type { ApiDocsOptions } from '@sextant/platform-http';
import { VERSION } from '../http/version.js';

export const SCHEMA_PATH = '/docs/ipt-graphql/schema.graphql';

/** The document of what there is beside GraphQL. */
export const apiDocument = (isExplorable: boolean): ApiDocsOptions => ({
  title: 'Sextant ipt-graphql',
  description: describe(isExplorable),
  version: VERSION,
  describe: (builder) =>
    builder
      .addSecurity('api_key', { type: 'apiKey', in: 'header', name: 'x-api-key' })
      .addBearerAuth({ type: 'http', description: 'An access token of auth-server' }, 'token'),
});

/** Markdown, with links that hold behind the gateway too. */
const describe = (isExplorable: boolean): string =>
  [
    `GraphQL is at \`/graphql\`; its schema as text is at [${SCHEMA_PATH}](${SCHEMA_PATH}).`,
    ...(isExplorable ? ['[GraphiQL](/graphql) shows it and sends queries.'] : []),
    'This document has what there is beside GraphQL.',
  ].join(' ');
