import { ApiKeys } from '@sextant/platform-api-keys';
import { runApp, type AppDefinition } from '@sextant/platform-http';
import { unavailableDatabase } from '@sextant/platform-postgres';
import { rateLimit, RateLimiters } from '@sextant/platform-rate-limit';
import { AppModule } from './app.module.js';
import { settings } from './config.js';
import { apiKeyOf, requireAuthKey } from './http/auth-key.js';
import { errorBody } from './http/error-body.js';
import { MAX_REQUEST_BYTES } from './http/translate.dto.js';
import { validationProblem } from './http/validation-problem.js';

/** The service, as `main.ts` runs it and as tests start it. */
export const translate: AppDefinition<typeof settings> = {
  name: 'translate',
  settings,
  module: (config, logger) => AppModule.register(config, logger),
  http: ({ requestsPerMinute }, app) => ({
    docs: {
      title: 'Sextant translate',
      description: 'Machine translation that the official DeepL SDKs can be pointed at.',
      version: '3.11.0',
      describe: (builder) =>
        builder.addSecurity('auth_header', {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'DeepL-Auth-Key and the key, separated by a space.',
        }),
    },
    errorBody,
    validationProblem,
    recognise: unavailableDatabase,
    maxBodyBytes: MAX_REQUEST_BYTES,
    beforeBody: [
      requireAuthKey(app.get(ApiKeys)),
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

export const run = (): Promise<void> => runApp(translate);
