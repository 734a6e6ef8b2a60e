import { ApiKeys } from '@sextant/platform-security/api-keys';
import { protectedResource } from '@sextant/platform-security/jwt';
import { runApp, type AppDefinition, type PageRequest } from '@sextant/platform-http';
import { migrateCommand, unavailableDatabase } from '@sextant/platform-data/postgres';
import { rateLimit, RateLimiters } from '@sextant/platform-security/rate-limit';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { AppModule } from './app.module.js';
import { SETTINGS, settings } from './config.js';
import { HostSettings } from './access/host.settings.js';
import { TokenSettings } from './access/token.settings.js';
import { MIGRATIONS } from './migrations.js';
import { apiKeyOf, requireAuthKey } from './access/auth-key.js';
import { errorBody } from './http/error-body.js';
import { MAX_GLOSSARY_REQUEST_BYTES } from './glossaries/glossaries.dto.js';
import { TokenCallers } from './access/token-callers.js';
import { MAX_REQUEST_BYTES } from './translation/translate.dto.js';
import { translatePage } from './page/translate-page.js';
import { validationProblem } from './http/validation-problem.js';
import { RESOURCE } from './access/resource.js';
import { VERSION } from './http/version.js';

/** Corrections of a memory are up to 1,000 segments of 10,000 characters each. */
const MAX_CORRECTIONS_BYTES = 32 * 1024 * 1024;
/** 200 instructions of 300 characters, and the configured rules. */
const MAX_STYLE_RULES_BYTES = 1024 * 1024;

const BODY_LIMITS = [
  { path: /^\/v[23]\/glossaries/, maxBytes: MAX_GLOSSARY_REQUEST_BYTES },
  { path: /^\/v3\/translation_memories/, maxBytes: MAX_CORRECTIONS_BYTES },
  { path: /^\/v3\/style_rules/, maxBytes: MAX_STYLE_RULES_BYTES },
];

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

/** The service, as `main.ts` runs it and as tests start it. */
export const translate: AppDefinition<typeof settings> = {
  name: 'translate',
  settings,
  settingsClasses: SETTINGS,
  module: () => ({ module: AppModule }),
  migrate: migrateCommand({ app: 'translate', migrations: MIGRATIONS }),
  http: ({ requestsPerMinute }, app) => ({
    docs: {
      title: 'Sextant translate',
      description: 'Machine translation that the official DeepL SDKs can be pointed at.',
      version: VERSION,
      follows: { name: "DeepL's API", version: '3.11.0', isOwnVersion: true },
      changeRequest: withScheme,
      describe: (builder) => builder.addSecurity('auth_header', AUTH_HEADER),
    },
    errorBody,
    validationProblem,
    metrics: app.get(Metrics),
    tellsMethods: true,
    recognise: unavailableDatabase,
    maxBodyBytes: MAX_REQUEST_BYTES,
    bodyLimits: BODY_LIMITS,
    beforeBody: [
      ...pagesOf(app.get(TokenSettings)),
      requireAuthKey({
        keys: app.get(ApiKeys),
        hosts: app.get(HostSettings).hosts,
        tokens: app.get(TokenCallers),
      }),
      rateLimit({
        limiter: app.get(RateLimiters).create({
          name: 'key',
          limit: requestsPerMinute,
          windowSeconds: 60,
        }),
        key: (request) => apiKeyOf(request)?.id,
        headers: 'ratelimit',
      }),
    ],
  }),
};

/** What is there where people and programs may have tokens: the page, and how programs find the issuer. */
function pagesOf({ authIssuer, authResourceBase }: TokenSettings) {
  if (authIssuer === undefined) return [];
  return [protectedResource({ authIssuer, authResourceBase }, RESOURCE), translatePage(authIssuer)];
}

export const run = (): Promise<void> => runApp(translate);
