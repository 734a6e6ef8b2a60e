import { protectedResource } from '@sextant/platform-security/jwt';
import { runApp, type AppDefinition } from '@sextant/platform-http';
import { unavailableDatabase } from '@sextant/platform-data/postgres';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { AppModule } from './app.module.js';
import { loadConfig } from '@sextant/platform-runtime/config';
import { logDestination } from './templates/log-destination.js';
import { migrateSpool } from './spool/spool.module.js';
import { CurrentConfig } from './options/current-config.js';
import { currentAccess } from './inputs/input-access.js';
import { requireUsable } from './deployment/tried-config.js';
import { settings, type RelayConfig } from './options/config.js';
import { Reception } from './inputs/reception.js';
import { consolePages } from './console/console-page.middleware.js';
import { inputBody } from './inputs/input-body.middleware.js';
import { withFile } from './options/config-file.js';
import { RESOURCE } from './access/resource.js';
import { VERSION } from './http/version.js';

/** The service, as `main.ts` runs it and as tests start it. */
export const relay: AppDefinition<typeof settings> = {
  name: 'relay',
  settings,
  source: (source) => withFile(settings, source),
  logDestination,
  module: (config, logger) => {
    requireUsable(config, process.env);
    return AppModule.register(config, logger);
  },
  commands: {
    check: 'says what is wrong with a configuration',
    render: 'renders the message of an event',
    'dead-letters': 'lists, replays and removes what could not be delivered',
  },
  migrate: (source, logger) =>
    migrateSpool(loadConfig(settings, withFile(settings, source)), logger),
  http: (config, app) => ({
    docs: {
      title: 'Sextant relay',
      description: 'Relays Kubernetes admission reviews and Alertmanager alerts to channels.',
      version: VERSION,
      describe: (builder) => builder.addBearerAuth({ type: 'http' }, 'admin'),
    },
    recognise: unavailableDatabase,
    metrics: app.get(Metrics),
    tellsMethods: true,
    beforeBody: [
      // Without an issuer nobody could sign in.
      ...(config.authIssuer === undefined ? [] : consolePages(config.authIssuer)),
      inputBody(
        (path) => app.get(Reception).gate(path),
        () => currentAccess(app.get(CurrentConfig)),
      ),
      // After the inputs, whose bearer token is no access token.
      ...foundBy(config),
    ],
  }),
};

/** How programs find the issuer. */
const foundBy = ({ authIssuer, ...config }: RelayConfig) =>
  authIssuer === undefined ? [] : [protectedResource({ ...config, authIssuer }, RESOURCE)];

export const run = (): Promise<void> => runApp(relay);
