import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import {
  ConfigError,
  loadConfig,
  redacted,
  type ConfigOf,
  type Schema,
  type Source,
} from '@sextant/platform-runtime/config';
import {
  createLogger,
  NestLogger,
  type Logger,
  type LoggerOptions,
} from '@sextant/platform-runtime/logging';
import { startTracing, type Tracing } from '@sextant/platform-runtime/telemetry';
import { Module, type DynamicModule } from '@nestjs/common';
import { helpFor, unknownCommand } from './commands.js';
import { configureApp, type ConfigureOptions } from '../configure-app.js';
import { drain } from './graceful-shutdown.js';
import { httpSettings, type HttpConfig } from '../http-settings.js';
import { requireInjectables } from './injectable-check.js';
import { logProcessWarnings } from './process-warnings.js';
import { RuntimeModule, type RuntimeOptions } from './runtime.module.js';

/** One service: its settings, its module and what `configureApp` needs beyond them. */
export interface AppDefinition<S extends Schema> {
  readonly name: string;
  readonly settings: S;
  /** The classes that `settings` is made of: each is provided, with logger, metrics, time and ids (`RuntimeModule`). */
  readonly settingsClasses?: RuntimeOptions['settings'];
  readonly module: (config: ConfigOf<S>, logger: Logger) => DynamicModule;
  readonly http: (
    config: ConfigOf<S>,
    app: NestExpressApplication,
  ) => Omit<ConfigureOptions, 'name' | 'config' | 'logger'>;
  /** Adds to flags and environment before they are read, such as the values of a file. */
  readonly source?: (source: Source) => Source;
  /** What else `main.js` can be told to do, and in a few words what that is; each has a `--help` of its own. */
  readonly commands?: Readonly<Record<string, string>>;
  /** What `main.js migrate` does: it brings the stores up to date and ends. */
  readonly migrate?: (source: Source, logger: Logger) => Promise<void>;
  /** Where log lines go and how they look; JSON lines on standard output if absent. */
  readonly logDestination?: (config: ConfigOf<S>) => LoggerOptions['destination'];
}

/** Makes an app that is configured and ready to listen: the same for `runApp` and for tests. */
export async function createApp<S extends Schema>(
  definition: AppDefinition<S>,
  config: ConfigOf<S> & HttpConfig,
  logger: Logger,
): Promise<NestExpressApplication> {
  const root = rootModule(definition, config, logger);
  const app = await NestFactory.create<NestExpressApplication>(root, new ExpressAdapter(), {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  try {
    requireInjectables(app);
    const options = definition.http(config, app);
    configureApp(app, { ...options, name: definition.name, config, logger });
    return await app.init();
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** The service's modules and what they run with. */
export function rootModule<S extends Schema>(
  { name, module, settingsClasses }: Omit<AppDefinition<S>, 'http'>,
  config: ConfigOf<S>,
  logger: Logger,
): DynamicModule {
  const features = module(config, logger);
  if (settingsClasses === undefined) return features;
  const runtime = RuntimeModule.register({ name, settings: settingsClasses, config, logger });
  return { module: RootModule, imports: [runtime, features] };
}

@Module({})
class RootModule {}

/**
 * Runs one service until SIGTERM or SIGINT, or with `migrate` its migrations alone. `--help` prints the settings; a bad
 * configuration ends with code 2 and all complaints; a start that fails ends with code 1.
 */
export async function runApp<S extends Schema>(definition: AppDefinition<S>): Promise<void> {
  const argv = process.argv.slice(2);
  const help = helpFor(definition, argv);
  if (help !== undefined) {
    process.stdout.write(help);
    return;
  }
  if (argv[0] === 'migrate' && definition.migrate !== undefined) {
    await runMigrations(definition.name, definition.migrate, argv.slice(1));
    return;
  }
  const complaint = unknownCommand(definition, argv);
  if (complaint !== undefined) {
    process.stderr.write(`${complaint}\n`);
    process.exit(2);
  }
  await serve(definition, configOrExit(definition, argv));
}

async function serve<S extends Schema>(
  definition: AppDefinition<S>,
  config: ConfigOf<S> & HttpConfig,
): Promise<void> {
  // What libraries write of their own must not end the service when it cannot be written.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const destination = definition.logDestination?.(config);
  const logger = createLogger({
    name: definition.name,
    level: config.logLevel,
    ...(destination === undefined ? {} : { destination }),
  });
  logProcessWarnings(logger);
  const tracing =
    config.otlpEndpoint === undefined
      ? undefined
      : await startTracing({ service: definition.name, otlpEndpoint: config.otlpEndpoint });
  try {
    const app = await createApp(definition, config, logger);
    // With --expose-gc: what the start has left is given back before anybody waits for an answer. Only a collection of this
    // flavor makes the young generation small again, which has grown by the start.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    await app.listen(config.port, config.host).catch((error: unknown) => {
      throw ofAddress(error, config);
    });
    stopOnSignals(app, config, { logger, tracing });
    logger.info('started', {
      url: await app.getUrl(),
      config: redacted(definition.settings, config),
    });
  } catch (error) {
    exitIfMisconfigured(error); // What only shows when the parts are put together.
    logger.error('start.failed', { err: error });
    process.exit(1);
  }
}

/** Replicas of the service may run meanwhile. */
async function runMigrations(
  name: string,
  migrate: (source: Source, logger: Logger) => Promise<void>,
  argv: readonly string[],
): Promise<void> {
  const { env } = process;
  try {
    const { logLevel } = httpSettings({ port: 0 });
    const level = loadConfig({ logLevel }, { argv: [], env }).logLevel;
    const logger = createLogger({ name, level });
    await migrate({ argv, env }, logger).catch((error: unknown) => {
      exitIfMisconfigured(error);
      logger.error('migrate.failed', { err: error });
      process.exitCode = 1;
    });
  } catch (error) {
    exitIfMisconfigured(error);
    throw error;
  }
}

function configOrExit<S extends Schema>(
  { settings, source = (given) => given }: AppDefinition<S>,
  argv: readonly string[],
): ConfigOf<S> & HttpConfig {
  try {
    return loadConfig(settings, source({ argv, env: process.env })) as ConfigOf<S> & HttpConfig;
  } catch (error) {
    exitIfMisconfigured(error);
    throw error;
  }
}

function exitIfMisconfigured(error: unknown): void {
  if (!(error instanceof ConfigError)) return;
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}

/** No other start would find an address that is not this machine's; a port in use may be free by then. */
function ofAddress(error: unknown, { host }: HttpConfig): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (!['EADDRNOTAVAIL', 'ENOTFOUND'].includes(code)) return error;
  const complaint = `HOST: ${JSON.stringify(host)} must be an address of this machine (${code})`;
  return new ConfigError([complaint], { cause: error });
}

interface Running {
  readonly logger: Logger;
  readonly tracing: Tracing | undefined;
}

function stopOnSignals(
  app: NestExpressApplication,
  config: HttpConfig,
  { logger, tracing }: Running,
): void {
  let stopping = false;
  const stop = (): void => {
    if (stopping) return; // a second signal does not hurry the requests in flight
    stopping = true;
    drain(app, config, logger)
      .then(async () => {
        await tracing?.shutdown();
        process.exit(0);
      })
      .catch((error: unknown) => {
        logger.error('shutdown.failed', { err: error });
        process.exit(1);
      });
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
