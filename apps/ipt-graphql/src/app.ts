import { runApp, type AppDefinition } from '@sextant/platform-http';
import { AppModule } from './app.module.js';
import { settings } from './config.js';

/** The service, as `main.ts` runs it and as tests start it. */
export const iptGraphql: AppDefinition<typeof settings> = {
  name: 'ipt-graphql',
  settings,
  module: () => ({ module: AppModule }),
  http: () => ({
    docs: {
      title: 'Sextant ipt-graphql',
      description: 'GraphQL for minting IP-NFTs and tokenizing them to ERC-20.',
      version: '1.0.0',
    },
  }),
};

export const run = (): Promise<void> => runApp(iptGraphql);
