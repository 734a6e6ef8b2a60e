import { parseArgs } from 'node:util';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-runtime/clock';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { openDataSource } from '@sextant/platform-data/postgres';
import type { ApiKey } from './api-key.js';
import { ApiKeys } from './api-keys.js';
import { CreateApiKeys1763700000000, PostgresApiKeyStore } from './postgres-api-key-store.js';

/** A command line that makes no sense: its message is shown with the help, the exit code is 2. */
export class UsageError extends Error {}

/** What an operator asked for. */
export interface KeysRequest {
  readonly keys: ApiKeys;
  /** Whose keys. */
  readonly owner: string;
  /** Options with a value, without dashes: `label`, `id` and the app's own. */
  readonly values: Readonly<Record<string, string | undefined>>;
  /** Options without a value that were given. */
  readonly flags: ReadonlySet<string>;
}

/** Does one command and answers what is printed. */
export type KeysCommand = (request: KeysRequest) => Promise<string>;

/** An app's command line for its keys. */
export interface KeysCommandLine {
  /** The app's name, as in `apps/<name>`. */
  readonly app: string;
  readonly help: string;
  /** Option that names whose keys they are, such as `workspace`. */
  readonly owner: string;
  /** Options with a value beside the owner's, `label`, `id` and `database-url`. */
  readonly values?: readonly string[];
  /** Options without a value beside `help`. */
  readonly flags?: readonly string[];
  readonly commands: Readonly<Record<string, KeysCommand>>;
}

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Runs the command line for operators: keys straight in the database, whether the service runs or not.
 *
 * @returns the exit code: 0, 1 for a failure, 2 for a command that makes no sense
 */
export async function runKeysCommand(
  line: KeysCommandLine,
  argv: readonly string[],
  env: Env,
): Promise<number> {
  try {
    const parsed = parse(line, argv);
    if (parsed.flags.has('help')) return print(line.help);
    const { command, url, ...asked } = requestOf(line, parsed, env);
    return print(await withKeys(line.app, url, (keys) => command({ ...asked, keys })));
  } catch (error) {
    const isUsage = error instanceof UsageError;
    process.stderr.write(`${messageOf(error)}\n${isUsage ? `\n${line.help}` : ''}`);
    return isUsage ? 2 : 1;
  }
}

/** A key as a list shows it: id, masked key, scopes, state, label. `ended` is what the app calls a key that is no more. */
export function keyLine(key: ApiKey, ended = 'revoked'): string {
  const { id, masked, scopes, label } = key;
  // A tab or line break in a label would look like another column or key.
  const shown = label.replace(/\p{Cc}/gu, ' ');
  return `${[id, masked, scopes.join(','), stateOf(key, ended), shown].join('\t')}\n`;
}

function stateOf({ revokedAt, expiresAt }: ApiKey, ended: string): string {
  if (revokedAt !== undefined) return ended;
  const isPast = expiresAt !== undefined && expiresAt.getTime() <= systemClock.nowMs();
  return isPast ? 'expired' : 'active';
}

/** The value of an option that the command cannot do without. @throws {UsageError} */
export function requiredValue({ values }: Pick<KeysRequest, 'values'>, name: string): string {
  const { [name]: value = '' } = values;
  if (value === '') throw new UsageError(`--${name} is missing.`);
  return value;
}

type Parsed = Pick<KeysRequest, 'values' | 'flags'> & { readonly names: readonly string[] };

function parse(
  { owner, values = [], flags = [] }: KeysCommandLine,
  argv: readonly string[],
): Parsed {
  const withValue = [owner, 'label', 'id', 'database-url', ...values];
  const options: Record<string, { readonly type: 'string' | 'boolean' }> = {};
  for (const name of withValue) options[name] = { type: 'string' };
  for (const name of ['help', ...flags]) options[name] = { type: 'boolean' };
  const given = understood(() => parseArgs({ args: [...argv], options, allowPositionals: true }));
  const entries = Object.entries(given.values);
  return {
    names: given.positionals,
    values: Object.fromEntries(
      entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    ),
    flags: new Set(entries.flatMap(([name, value]) => (value === true ? [name] : []))),
  };
}

function requestOf(
  { owner, commands }: KeysCommandLine,
  { names, values, flags }: Parsed,
  env: Env,
) {
  const [name = '', ...rest] = names;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined || rest.length > 0) throw new UsageError('Name one command.');
  const whose = requiredValue({ values }, owner);
  const { 'database-url': url = env['DATABASE_URL'] ?? '' } = values;
  if (url === '') throw new UsageError('--database-url or DATABASE_URL is missing.');
  return { command, url, owner: whose, values, flags };
}

async function withKeys(
  app: string,
  url: string,
  use: (keys: ApiKeys) => Promise<string>,
): Promise<string> {
  const source = await openDataSource({
    config: { databaseUrl: url, databasePoolSize: 2 },
    logger: silentLogger,
    app,
    migrations: [CreateApiKeys1763700000000],
  });
  try {
    const store = new PostgresApiKeyStore(source);
    const uses = { store, clock: systemClock, ids: randomIds, random: secureRandom };
    return await use(new ApiKeys(uses));
  } finally {
    await source.destroy();
  }
}

/** What `parseArgs` throws is about the command line. */
function understood<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new UsageError(messageOf(error), { cause: error });
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}
