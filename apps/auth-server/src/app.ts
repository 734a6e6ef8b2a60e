import { runApp, type AppDefinition } from '@sextant/platform-http';
import { mailboxPage } from '@sextant/platform-mail';
import { migrateCommand, unavailableDatabase } from '@sextant/platform-data/postgres';
import { RateLimiters } from '@sextant/platform-security/rate-limit';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { COMMAND_TEXTS } from './cli/commands.js';
import { AppModule } from './app.module.js';
import * as MIGRATIONS from './migrations.js';
import { SETTINGS, settings } from './config.js';
import { Identity } from './http/identity.js';
import { isProduction, MailDelivery } from './mails/mail-delivery.js';
import { readCsv } from './admin/users/csv-body.middleware.js';
import { API_DOCUMENT } from './http/api-document.js';
import { errorBody } from './http/error-body.js';
import { limitAddresses, limitTokens } from './sign-in/limits.middleware.js';
import { consoleAddress, consolePage } from './console/console-page.middleware.js';
import { SCIM_PATH, scimBodies } from './scim/scim-body.middleware.js';
import { startPage } from './console/start-page.middleware.js';
import { validationProblem } from './http/validation-problem.js';
import { Engine } from './oidc/engine/engine.js';
import { readForms } from './oidc/interactions/form.middleware.js';
import { engineProblem } from './oidc/interactions/interactions.handler.js';
import { SAML_BODIES } from './upstream/saml/response-text.js';
import { mountEngine } from './oidc/endpoints/mount.middleware.js';
import { withErrorPages } from './oidc/interactions/error-pages.middleware.js';

/** The service, as `main.ts` runs it and as tests start it. */
export const authServer: AppDefinition<typeof settings> = {
  name: 'auth-server',
  settings,
  settingsClasses: SETTINGS,
  module: () => ({ module: AppModule }),
  commands: COMMAND_TEXTS,
  migrate: migrateCommand({ app: 'auth-server', migrations: MIGRATIONS }),
  http: (config, app) => {
    const limiters = app.get(RateLimiters);
    const engine = app.get(Engine);
    const { issuer } = app.get(Identity);
    const perMinute = (name: string, limit: number) =>
      limiters.create({ name, limit, windowSeconds: 60 });
    return {
      docs: API_DOCUMENT,
      errorBody: errorBody(issuer),
      validationProblem,
      metrics: app.get(Metrics),
      recognise: (error) => unavailableDatabase(error) ?? engineProblem(error),
      maxBodyBytes: 128 * 1024,
      bodyLimits: [{ path: SCIM_PATH, maxBytes: 2 * 1024 * 1024 }, SAML_BODIES],
      beforeBody: [
        startPage(issuer),
        consoleAddress(),
        consolePage(issuer),
        mailboxPage({
          path: '/account/mails',
          mailbox: app.get(MailDelivery).mailbox,
          isProduction: isProduction(),
        }),
        limitAddresses(perMinute('ip', config.rateLimitIp)),
        readForms,
        readCsv(),
        scimBodies,
        limitTokens(perMinute('token', config.rateLimitTokens)),
        mountEngine(engine),
      ].map((handler) => withErrorPages(engine, handler)),
    };
  },
};

export const run = (): Promise<void> => runApp(authServer);
