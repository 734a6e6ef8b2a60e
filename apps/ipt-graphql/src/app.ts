import { protectedResource } from '@sextant/platform-security/jwt';
import { runApp, type AppDefinition } from '@sextant/platform-http';
import { migrateCommand, unavailableDatabase } from '@sextant/platform-data/postgres';
import { rateLimit, RateLimiters } from '@sextant/platform-security/rate-limit';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { AppModule } from './app.module.js';
import { MIGRATIONS } from './migrations.js';
import { chainConfigs } from './chain/keys/chain.settings.js';
import { SETTINGS, settings, type IptConfig } from './config.js';
import { ObjectStore } from './images/images.js';
import { keyIdOf, RequireCaller, requireCaller } from './access/access.js';
import { errorBody } from './http/error-body.js';
import { graphiqlPage } from './page/graphiql-page.js';
import { iptPage } from './page/ipt-page.js';
import { receiveUpload } from './images/receive-upload.js';
import { SCHEMA_PATH } from './api/schema.controller.js';
import { RESOURCE } from './http/resource.js';
import { VERSION } from './http/version.js';

/** The service, as `main.ts` runs it and as tests start it. */
export const iptGraphql: AppDefinition<typeof settings> = {
  name: 'ipt-graphql',
  settings,
  settingsClasses: SETTINGS,
  module: () => ({ module: AppModule }),
  commands: {
    keys: 'makes, lists and revokes keys of tenants',
    symbols: 'lists and releases symbols of all tenants',
    signatures: 'lists what the signing keys have authorized',
    events: "lists what the index could not take of strangers' events",
    copies: 'lists copies of documents that are not in order',
    deploy: 'deploys the contracts to a chain for development',
  },
  migrate: migrateCommand({ app: 'ipt-graphql', migrations: MIGRATIONS }),
  http: (config, app) => ({
    docs: {
      title: 'Sextant ipt-graphql',
      description: describe(config.explorable),
      version: VERSION,
      describe: (builder) =>
        builder
          .addSecurity('api_key', { type: 'apiKey', in: 'header', name: 'x-api-key' })
          .addBearerAuth({ type: 'http', description: 'An access token of auth-server' }, 'token'),
    },
    errorBody,
    metrics: app.get(Metrics),
    tellsMethods: true,
    recognise: unavailableDatabase,
    beforeBody: [
      ...(config.explorable ? [graphiqlPage()] : []),
      ...pagesOf(config),
      receiveUpload(app.get(ObjectStore).service),
      requireCaller(app.get(RequireCaller)),
      rateLimit({
        limiter: app.get(RateLimiters).create({
          name: 'key',
          limit: config.requestsPerMinute,
          windowSeconds: 60,
        }),
        key: keyIdOf,
        headers: 'ratelimit',
      }),
    ],
  }),
};

/** What is there where people and programs may have tokens: the page, and how programs find the issuer. */
function pagesOf(config: IptConfig) {
  const { authIssuer } = config;
  if (authIssuer === undefined) return [];
  return [protectedResource({ ...config, authIssuer }, RESOURCE), pageFor(config, authIssuer)];
}

/** The page for people, who sign in at the issuer. */
function pageFor(config: IptConfig, issuer: string) {
  const { publicUrl, s3Endpoint } = config;
  const chains = chainConfigs(config, config).flatMap(({ chainId, ipnft, tokenizer, ...chain }) =>
    chain.rpcUrls === undefined || ipnft === undefined || tokenizer === undefined
      ? []
      : [
          {
            ...{ id: chainId, ipnft, tokenizer },
            hasDevelopmentWallet: chain.developmentWallet !== undefined,
          },
        ],
  );
  const uploadOrigins = [publicUrl, s3Endpoint]
    .filter((address) => address !== undefined)
    .map((address) => new URL(address).origin);
  return iptPage({ issuer, chains, uploadOrigins });
}

/** Markdown, with links that hold behind the gateway too. */
const describe = (isExplorable: boolean): string =>
  [
    `GraphQL is at \`/graphql\`; its schema as text is at [${SCHEMA_PATH}](${SCHEMA_PATH}).`,
    ...(isExplorable ? ['[GraphiQL](/graphql) shows it and sends queries.'] : []),
    'This document has what there is beside GraphQL.',
  ].join(' ');

export const run = (): Promise<void> => runApp(iptGraphql);
