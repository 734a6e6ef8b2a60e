import { ApiKeys } from '@sextant/platform-security/api-keys';
import { TokenSettings } from '@sextant/platform-security/jwt';
import { runApp, type AppDefinition } from '@sextant/platform-http';
import { migrateCommand, unavailableDatabase } from '@sextant/platform-data/postgres';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { AppModule } from './app.module.js';
import { SETTINGS, settings } from './config.js';
import { KeyLimit } from './access/key-limit.middleware.js';
import { HostSettings } from './access/host.settings.js';
import * as MIGRATIONS from './migrations.js';
import { requireAuthKey } from './access/auth-key.middleware.js';
import { API_DOCUMENT } from './http/api-document.js';
import { errorBody } from './http/error-body.js';
import { MAX_GLOSSARY_REQUEST_BYTES } from './glossaries/glossaries.dto.js';
import { MAX_CORRECTIONS_BYTES } from './memories/translation-memories.dto.js';
import { MAX_STYLE_RULES_BYTES } from './style-rules/style-rules.dto.js';
import { TokenCallers } from './access/token-callers.js';
import { MAX_REQUEST_BYTES } from './translation/translate.dto.js';
import { pagesOf } from './page/pages.middleware.js';
import { validationProblem } from './http/validation-problem.js';

const BODY_LIMITS = [
  { path: /^\/v[23]\/glossaries/i, maxBytes: MAX_GLOSSARY_REQUEST_BYTES },
  { path: /^\/v3\/translation_memories/i, maxBytes: MAX_CORRECTIONS_BYTES },
  { path: /^\/v3\/style_rules/i, maxBytes: MAX_STYLE_RULES_BYTES },
];

/** The service, as `main.ts` runs it and as tests start it. */
export const translate: AppDefinition<typeof settings> = {
  name: 'translate',
  settings,
  settingsClasses: SETTINGS,
  module: () => ({ module: AppModule }),
  migrate: migrateCommand({ app: 'translate', migrations: MIGRATIONS }),
  http: (_settings, app) => ({
    docs: API_DOCUMENT,
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
      app.get(KeyLimit).middleware,
    ],
  }),
};

export const run = (): Promise<void> => runApp(translate);
