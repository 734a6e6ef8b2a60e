import { ApiKeys } from '@sextant/platform-api-keys';
import { runApp, type AppDefinition } from '@sextant/platform-http';
import { unavailableDatabase } from '@sextant/platform-postgres';
import { rateLimit, RateLimiters } from '@sextant/platform-rate-limit';
import { AppModule } from './app.module.js';
import { settings } from './config.js';
import { OBJECT_STORE, type ObjectStore } from './domain/images.js';
import { keyIdOf, requireApiKey } from './http/api-key.js';
import { errorBody } from './http/error-body.js';
import { receiveUpload } from './http/receive-upload.js';

/** The service, as `main.ts` runs it and as tests start it. */
export const iptGraphql: AppDefinition<typeof settings> = {
  name: 'ipt-graphql',
  settings,
  module: (config, logger) => AppModule.register(config, logger),
  http: ({ requestsPerMinute, explorable }, app) => ({
    docs: {
      title: 'Sextant ipt-graphql',
      description:
        'What ipt-graphql has beside GraphQL, whose schema is in docs/api/ipt-graphql.graphql.',
      version: '1.0.0',
      describe: (builder) =>
        builder.addSecurity('api_key', { type: 'apiKey', in: 'header', name: 'x-api-key' }),
    },
    errorBody,
    recognise: unavailableDatabase,
    beforeBody: [
      receiveUpload(app.get<ObjectStore>(OBJECT_STORE).desk),
      requireApiKey(app.get(ApiKeys), explorable),
      rateLimit({
        limiter: app.get(RateLimiters).create({
          name: 'key',
          limit: requestsPerMinute,
          windowSeconds: 60,
        }),
        key: keyIdOf,
        headers: 'ratelimit',
      }),
    ],
  }),
};

export const run = (): Promise<void> => runApp(iptGraphql);
