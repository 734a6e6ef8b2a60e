import { runApp, type AppDefinition } from '@sextant/platform-http';
import { AppModule } from './app.module.js';
import { settings } from './config.js';
import { errorBody } from './http/error-body.js';

/** The service, as `main.ts` runs it and as tests start it. */
export const speech: AppDefinition<typeof settings> = {
  name: 'speech',
  settings,
  module: () => ({ module: AppModule }),
  http: () => ({
    docs: {
      title: 'Sextant speech',
      description: 'Speech synthesis, voices, and cloning with spoken consent.',
      version: '1.0.0',
    },
    errorBody,
  }),
};

export const run = (): Promise<void> => runApp(speech);
