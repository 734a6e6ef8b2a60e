import { runApp, type AppDefinition } from '@sextant/platform-http';
import { AppModule } from './app.module.js';
import { settings } from './config.js';
import { errorBody } from './http/error-body.js';

/** The service, as `main.ts` runs it and as tests start it. */
export const notifications: AppDefinition<typeof settings> = {
  name: 'notifications',
  settings,
  module: () => ({ module: AppModule }),
  http: () => ({
    docs: {
      title: 'Sextant notifications',
      description: 'Classroom notifications: REST, realtime signal, Web Push and reminders.',
      version: '1.0.0',
    },
    errorBody,
  }),
};

export const run = (): Promise<void> => runApp(notifications);
