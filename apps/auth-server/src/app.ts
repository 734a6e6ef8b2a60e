import { runApp, type AppDefinition } from '@sextant/platform-http';
import { AppModule } from './app.module.js';
import { settings } from './config.js';
import { errorBody } from './http/error-body.js';

/** The service, as `main.ts` runs it and as tests start it. */
export const authServer: AppDefinition<typeof settings> = {
  name: 'auth-server',
  settings,
  module: () => ({ module: AppModule }),
  http: () => ({
    docs: {
      title: 'Sextant auth-server',
      description: 'OAuth 2.1 authorization server and OpenID Connect provider with an admin API.',
      version: '1.0.0',
    },
    errorBody,
  }),
};

export const run = (): Promise<void> => runApp(authServer);
