import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  ConfigError,
  helpText,
  loadConfig,
  redacted,
  type ConfigOf,
  type Schema,
  type Source,
} from '@sextant/platform-config';
import {
  createLogger,
  NestLogger,
  type Logger,
  type LoggerOptions,
} from '@sextant/platform-logging';
import { startTracing, type Tracing } from '@sextant/platform-telemetry';
import type { DynamicModule } from '@nestjs/common';
import { configureApp, type ConfigureOptions } from './configure-app.js';
import { drain } from './graceful-shutdown.js';
import { httpSettings, type HttpConfig } from './http-settings.js';
import { logProcessWarnings } from './process-warnings.js';

/** One service: its settings, its module and what `configureApp` needs beyond them. */
export interface AppDefinition<S extends Schema> {
  readonly name: string;
  readonly settings: S;
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
  const app = await NestFactory.create<NestExpressApplication>(definition.module(config, logger), {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  try {
    const options = definition.http(config, app);
    configureApp(app, { ...options, name: definition.name, config, logger });
    return await app.init();
  } catch (error) {
    await app.close();
    throw error;
  }
}

/**
 * Runs one service until SIGTERM or SIGINT, or with `migrate` its migrations alone. `--help` prints the settings; a bad
 * configuration ends with code 2 and all complaints; a start that fails ends with code 1.
 */
export async function runApp<S extends Schema>(definition: AppDefinition<S>): Promise<void> {
  const argv = process.argv.slice(2);
  if (argv[0] === 'migrate' && argv.includes('--help')) {
    process.stdout.write(MIGRATE_HELP);
    return;
  }
  if (argv.includes('--help') || argv.includes('-h')) {
    process.stdout.write(`${helpText(usageOf(definition), definition.settings)}\n`);
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
  const config = configOrExit(definition, argv);
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
    await app.listen(config.port, config.host);
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

const MIGRATE_HELP = `Usage: main.js migrate

Brings the database up to date and ends: 0, 1 when a migration failed, 2 for a bad setting. Replicas may run meanwhile.

  DATABASE_URL, or another store's address as for the service; LOG_LEVEL; nothing else is read.
`;

/** @returns what is wrong with the first word, when it is one that nobody knows */
function unknownCommand(
  { migrate, commands = {} }: Pick<AppDefinition<Schema>, 'migrate' | 'commands'>,
  [word = '-']: readonly string[],
): string | undefined {
  if (word.startsWith('-')) return undefined;
  const known = [...(migrate === undefined ? [] : ['migrate']), ...Object.keys(commands)];
  return `There is no command ${word}. Commands: ${known.join(', ') || 'none'}; options alone run the service.`;
}

function usageOf({
  name,
  migrate,
  commands = {},
}: Pick<AppDefinition<Schema>, 'name' | 'migrate' | 'commands'>): string {
  const migrating = migrate === undefined ? {} : { migrate: 'brings the database up to date' };
  const all = Object.entries({ ...migrating, ...commands });
  if (all.length === 0) return `Usage: main.js [options]\n\nRuns ${name}.`;
  const width = Math.max(...all.map(([command]) => command.length));
  const lines = all.map(([command, what]) => `  ${command.padEnd(width)}  ${what}`);
  return [
    `Usage: main.js [options]\n       main.js COMMAND --help\n`,
    `Runs ${name}. With a command it does only that, and ends:`,
    ...lines,
  ].join('\n');
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
