import { runApp, type AppDefinition } from '@sextant/platform-http';
import { AppModule } from './app.module.js';
import { settings } from './config.js';

/** The service, as `main.ts` runs it and as tests start it. */
export const relay: AppDefinition<typeof settings> = {
  name: 'relay',
  settings,
  module: () => ({ module: AppModule }),
  http: () => ({
    docs: {
      title: 'Sextant relay',
      description: 'Relays Kubernetes admission reviews and Alertmanager alerts to channels.',
      version: '1.0.0',
    },
  }),
};

export const run = (): Promise<void> => runApp(relay);
