import { join } from 'node:path';
import {
  custom,
  integer,
  list,
  optional,
  text,
  toggle,
  url,
  type ConfigOf,
  type Kind,
} from '@sextant/platform-config';
import { isWellFormed } from '@sextant/platform-api-keys';
import { eventsSettings } from '@sextant/platform-events';
import { httpSettings } from '@sextant/platform-http';
import { jwtSettings } from '@sextant/platform-jwt';
import { postgresSettings } from '@sextant/platform-postgres';
import { rateLimitSettings } from '@sextant/platform-rate-limit';
import { chainSettings } from './chain/rpc/chain.settings.js';
import { relayerSettings } from './relayer/relayer.settings.js';
import { encryptionSettings } from './content/keys/encryption.settings.js';
import { pinningSettings } from './content/copies/pinning.settings.js';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;

const apiKey: Kind<string> = {
  expected: 'an API key: sxt_ and 36 characters, the last 6 of which are their checksum',
  parse: (value) => (isWellFormed(value) ? value : undefined),
};

const origin: Kind<string> = {
  expected: 'an http or https address without a path',
  parse: (value) => {
    const parsed = URL.canParse(value) ? new URL(value) : undefined;
    const isOrigin = /^https?:$/.test(parsed?.protocol ?? '') && parsed?.pathname === '/';
    return isOrigin ? parsed.origin : undefined;
  },
};

const contentSettings = {
  contentDir: text({
    env: 'CONTENT_DIR',
    description: 'Folder of the stored documents and images, by CID; replicas share it.',
    example: '/var/lib/ipt/content',
    default: join('.data', 'ipt-graphql', 'content'),
  }),
  uploadsDir: text({
    env: 'UPLOADS_DIR',
    description: 'Folder of uploaded images, where there is no S3; replicas share it.',
    example: '/var/lib/ipt/uploads',
    default: join('.data', 'ipt-graphql', 'uploads'),
  }),
  templatesDir: text({
    env: 'TEMPLATES_DIR',
    description: 'Folder of the templates of agreements.',
    example: '/etc/ipt/templates',
    default: join(import.meta.dirname, 'agreements/templates'),
  }),
  uploadSigningKey: text({
    env: 'UPLOAD_SIGNING_KEY',
    description: 'Signs upload URLs and the cursors of lists; the same for all replicas.',
    example: 'openssl rand -base64 32',
    developmentDefault: 'development-only-signing-key-of-ipt-graphql',
    secret: true,
  }),
  maxImageBytes: integer({
    env: 'MAX_IMAGE_BYTES',
    description: 'Largest image that is taken; above 5 MB there is a warning only.',
    example: '20971520',
    default: 20 * MIB,
    min: 1024,
    max: 100 * MIB,
  }),
  maxTenantBytes: integer({
    env: 'MAX_TENANT_BYTES',
    description: 'What one tenant may store in documents and images; more is QUOTA_EXCEEDED.',
    example: '10737418240',
    default: 10 * GIB,
    min: 1,
    max: Number.MAX_SAFE_INTEGER,
  }),
  kuboUrl: optional(
    url(['http', 'https'], {
      env: 'KUBO_RPC_URL',
      description: 'RPC of a Kubo node that everything is pinned to as well.',
      example: 'http://kubo:5001',
    }),
  ),
};

const s3Settings = {
  s3Bucket: optional(
    text({
      env: 'S3_BUCKET',
      description: 'Bucket that images are uploaded to; UPLOADS_DIR is used if absent.',
      example: 'ipt-uploads',
    }),
  ),
  s3Endpoint: optional(
    url(['http', 'https'], {
      env: 'S3_ENDPOINT',
      description: 'S3-compatible server, as clients reach it; AWS if absent.',
      example: 'https://s3.example',
    }),
  ),
  s3Region: text({
    env: 'S3_REGION',
    description: 'Region of the bucket.',
    example: 'eu-central-1',
    default: 'us-east-1',
  }),
  s3AccessKeyId: optional(
    text({
      env: 'S3_ACCESS_KEY_ID',
      description: 'Access key; the AWS default chain if absent.',
      example: 'AKIA...',
    }),
  ),
  s3SecretAccessKey: optional(
    text({
      env: 'S3_SECRET_ACCESS_KEY',
      description: 'Its secret.',
      example: '...',
      secret: true,
    }),
  ),
};

const limit = (env: string, description: string, standard: number) =>
  integer({ env, description, example: String(standard), default: standard, min: 1, max: 10 ** 8 });

const limitSettings = {
  requestsPerMinute: limit(
    'REQUESTS_PER_MINUTE',
    'Requests that one key may send in a minute; more are answered with 429.',
    1200,
  ),
  operationsPerMinute: limit(
    'OPERATIONS_PER_MINUTE',
    'Calls of one operation that one key may make in a minute; more are RATE_LIMITED.',
    600,
  ),
  maxDepth: limit('MAX_QUERY_DEPTH', 'Most levels of fields in a query.', 10),
  maxCost: limit(
    'MAX_QUERY_COST',
    'Most fields that a query may have, lists times their length; an operation costs 10.',
    4000,
  ),
  connectionsPerTenant: limit(
    'CONNECTIONS_PER_TENANT',
    'WebSockets for subscriptions that a tenant may have open at one replica.',
    100,
  ),
  subscriptionsPerTenant: limit(
    'SUBSCRIPTIONS_PER_TENANT',
    'Subscriptions that a tenant may have open at one replica.',
    500,
  ),
  symbolHoldSeconds: integer({
    env: 'SYMBOL_HOLD_SECONDS',
    description:
      'How long a proof of idea holds its symbol after a sign-off or a renewal, unminted.',
    example: '604800',
    default: 7 * 86_400,
    min: 1,
    max: 10 * 365 * 86_400,
  }),
  maxIdeasPerTenant: limit(
    'MAX_IDEAS_PER_TENANT',
    'Symbols that one tenant may hold for proofs of ideas, unminted; more are QUOTA_EXCEEDED.',
    100,
  ),
  maxIdeasPerWallet: limit(
    'MAX_IDEAS_PER_WALLET',
    'Symbols that one wallet may hold for proofs of ideas, unminted; more are QUOTA_EXCEEDED.',
    10,
  ),
  maxTokens: limit('MAX_QUERY_TOKENS', 'Most tokens in the text of a query.', 1000),
};

const seconds: Kind<readonly number[]> = {
  expected: 'whole numbers of seconds, separated by commas',
  parse: (value) => (/^\d{1,8}(,\d{1,8})*$/.test(value) ? value.split(',').map(Number) : undefined),
};

const webhookSettings = {
  webhookRetrySeconds: custom(seconds, {
    env: 'WEBHOOK_RETRY_SECONDS',
    description: 'Waits before each further attempt of a webhook; after the last it is given up.',
    example: '5,300,1800',
    default: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400],
  }),
  webhookAllowHosts: optional(
    list({
      env: 'WEBHOOK_ALLOW_HOSTS',
      description:
        'Hosts in private networks that webhooks may call, by http too: host or host:port.',
      example: 'hooks.intranet:8080',
    }),
  ),
  webhookRetentionDays: integer({
    env: 'WEBHOOK_RETENTION_DAYS',
    description: 'Days that deliveries of webhooks stay in their log.',
    example: '30',
    default: 30,
    min: 1,
    max: 3650,
  }),
};

/** The settings of ipt-graphql. */
export const settings = {
  ...httpSettings({ port: 3005 }),
  ...postgresSettings,
  ...rateLimitSettings,
  ...eventsSettings,
  ...contentSettings,
  ...pinningSettings,
  ...encryptionSettings,
  ...s3Settings,
  ...limitSettings,
  ...webhookSettings,
  ...chainSettings,
  ...relayerSettings,
  ...jwtSettings,
  authIssuer: optional(
    url(['http', 'https'], {
      env: jwtSettings.authIssuer.env,
      description:
        'Issuer of access tokens that are accepted besides keys: the public address of auth-server.',
      example: jwtSettings.authIssuer.example,
    }),
  ),
  bootstrapApiKey: optional(
    custom(apiKey, {
      env: 'BOOTSTRAP_API_KEY',
      description: 'A key that may do everything, stored at start if it is not there yet.',
      example: 'sxt_...',
      secret: true,
    }),
  ),
  publicUrl: optional(
    custom(origin, {
      env: 'PUBLIC_URL',
      description:
        'Address of this service in the URLs it answers; the one that was asked if absent.',
      example: 'https://ipt.example',
    }),
  ),
  requireLinkedWallets: toggle({
    env: 'REQUIRE_LINKED_WALLETS',
    description: 'Whether people who come with tokens act for wallets alone that they have linked.',
    example: 'true',
    default: false,
  }),
  persistedOperationsFiles: optional(
    list({
      env: 'PERSISTED_OPERATIONS_FILES',
      description:
        "Files with the only operations that are run, as Apollo's tools write them; any if absent.",
      example: '/etc/ipt/operations.json',
    }),
  ),
  explorable: toggle({
    env: 'GRAPHQL_EXPLORABLE',
    description: 'Introspection, and GraphiQL at /graphql for browsers; off in production.',
    example: 'true',
    default: process.env['NODE_ENV'] !== 'production',
  }),
};

export type IptConfig = ConfigOf<typeof settings>;
