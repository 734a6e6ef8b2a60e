import { parseArgs } from 'node:util';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { openDataSource } from '@sextant/platform-data/postgres';
import type { DataSource } from 'typeorm';

/** A command that reads the service's database and prints a line of JSON for each thing that it finds. */
export interface LinesCommand<R extends { readonly databaseUrl: string }> {
  readonly help: string;
  /** `undefined` for a command that makes no sense; `parseArgs` throws for options that there are not. */
  readonly parse: (argv: readonly string[], databaseUrl: string) => R | 'help' | undefined;
  /** @throws {Error} whose message is for the person at the terminal */
  readonly lines: (source: DataSource, request: R) => Promise<readonly unknown[]>;
}

/** @returns the exit code: 0, 1 for a failure, 2 for a command that makes no sense */
export async function runLinesCommand<R extends { readonly databaseUrl: string }>(
  { help, parse, lines }: LinesCommand<R>,
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const request = parse(argv, env['DATABASE_URL'] ?? '');
    if (request === 'help') {
      process.stdout.write(help);
      return 0;
    }
    if (request === undefined) {
      process.stderr.write(help);
      return 2;
    }
    const found = await withSource(request.databaseUrl, (source) => lines(source, request));
    for (const line of found) process.stdout.write(`${JSON.stringify(line)}\n`);
    return 0;
  } catch (error) {
    const { message, code = '' } = error as { readonly message: string; readonly code?: string };
    process.stderr.write(`${message}\n`);
    return code.startsWith('ERR_PARSE_ARGS') ? 2 : 1;
  }
}

/** The number of `--chain`, `null` where it is absent; `undefined` for what is no id of a chain. */
export function chainOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return null;
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** What a command asks for whose only choice is a chain. */
export interface ChainRequest {
  readonly databaseUrl: string;
  /** `null` for all of them. */
  readonly chainId: number | null;
}

/** For `LinesCommand.parse`: `--database-url`, `--chain` and `--help`. */
export function parseChainRequest(
  argv: readonly string[],
  url: string,
): ChainRequest | 'help' | undefined {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      'database-url': { type: 'string', default: url },
      chain: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) return 'help';
  const { 'database-url': databaseUrl } = values;
  const chainId = chainOf(values.chain);
  return databaseUrl === '' || chainId === undefined ? undefined : { databaseUrl, chainId };
}

async function withSource<T>(
  databaseUrl: string,
  work: (source: DataSource) => Promise<T>,
): Promise<T> {
  const source = await openDataSource({
    config: { databaseUrl, databasePoolSize: 1 },
    logger: silentLogger,
    app: 'ipt-graphql',
    migrations: [],
  });
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}
