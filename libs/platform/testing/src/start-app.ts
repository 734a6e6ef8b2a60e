import type { NestExpressApplication } from '@nestjs/platform-express';
import { loadConfig, type ConfigOf, type Schema } from '@sextant/platform-runtime/config';
import { createApp, type AppDefinition, type HttpConfig } from '@sextant/platform-http';
import { createLogger } from '@sextant/platform-runtime/logging';

export interface RunningApp {
  readonly app: NestExpressApplication;
  /** Base address without a slash at its end. */
  readonly url: string;
  /** The log lines so far, parsed. */
  readonly logs: readonly Readonly<Record<string, unknown>>[];
  close(): Promise<void>;
}

/** A busy machine is slow, not wrong: a request has as long as its test. What a time-out does is tested where it is set. */
const PATIENCE = { REQUEST_TIMEOUT_MS: '170000' };

/**
 * Starts an app as `main.ts` does, in this process, on a free port of the loopback interface.
 *
 * @param env the app's environment, beyond HOST and PORT
 */
export async function startApp<S extends Schema>(
  definition: AppDefinition<S>,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningApp> {
  const logs: Record<string, unknown>[] = [];
  const destination = {
    write: (line: string) => void logs.push(JSON.parse(line) as Record<string, unknown>),
  };
  const { settings, source = (given) => given } = definition;
  const given = { argv: [], env: { HOST: '127.0.0.1', PORT: '0', ...PATIENCE, ...env } };
  const config = loadConfig(settings, source(given)) as ConfigOf<S> & HttpConfig;
  const logger = createLogger({ name: definition.name, level: config.logLevel, destination });
  const app = await createApp(definition, config, logger);
  await app.listen(config.port, config.host);
  const close = async (): Promise<void> => {
    // Connections that a test left open would be waited for, until they are idle.
    app.getHttpServer().closeAllConnections();
    await app.close();
  };
  return { app, url: await app.getUrl(), logs, close };
}
