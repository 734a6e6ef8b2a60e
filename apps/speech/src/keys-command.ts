import { parseArgs } from 'node:util';
import {
  ApiKeys,
  CreateApiKeys1763700000000,
  PostgresApiKeyStore,
  type ApiKey,
} from '@sextant/platform-api-keys';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { Problem } from '@sextant/platform-errors';
import { silentLogger } from '@sextant/platform-logging';
import { openDataSource } from '@sextant/platform-postgres';
import { SCOPES, type Scope } from './domain/scopes.js';
import { WorkspaceKeys } from './domain/workspace-keys.js';

const HELP = `Usage: node apps/speech/dist/keys.js COMMAND --workspace NAME [options]

Makes the first keys of a workspace; its administrators make all others over HTTP.

Commands
  create   prints a new key; it can not be shown again
  list     prints the keys, a line each: id, masked key, scopes, state, label
  rotate   ends the key with the given --id and prints one with the same scopes
  revoke   ends the key with the given --id, for good

Options
  --workspace NAME    whose keys; a new name is a new workspace
  --label TEXT        of the new key
  --scopes LIST       of the new key, with commas: ${SCOPES.join(',')};
                      audio:all,voices:all if absent
  --id ID             of the key to rotate or revoke
  --database-url URL  the service's database; DATABASE_URL if absent
  --help              this text
`;

const OPTIONS = {
  workspace: { type: 'string' },
  label: { type: 'string' },
  scopes: { type: 'string' },
  id: { type: 'string' },
  'database-url': { type: 'string' },
  help: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];
type Command = (keys: WorkspaceKeys, workspace: string, values: Values) => Promise<string>;

/** A command line that makes no sense. */
class UsageError extends Error {}

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['create', create],
  ['list', list],
  ['rotate', rotate],
  ['revoke', revoke],
]);

/**
 * The command line for operators: keys of workspaces, straight in the database.
 *
 * @returns the exit code: 0, 1 for a failure, 2 for a command that makes no sense
 */
export async function keysCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const { values, positionals } = parse(argv);
    if (values.help === true) return print(HELP);
    const { command, workspace, url } = requestOf(values, positionals, env);
    return print(await withKeys(url, (keys) => command(keys, workspace, values)));
  } catch (error) {
    if (isUsageError(error)) return complain(error.message);
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

function requestOf(
  values: Values,
  [name = '', ...rest]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
) {
  const command = COMMANDS.get(name);
  const { workspace = '', 'database-url': url = env['DATABASE_URL'] ?? '' } = values;
  if (command === undefined || rest.length > 0) throw new UsageError('Name one command.');
  if (workspace === '') throw new UsageError('--workspace is missing.');
  if (url === '') throw new UsageError('--database-url or DATABASE_URL is missing.');
  return { command, workspace, url };
}

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
}

async function create(keys: WorkspaceKeys, workspace: string, values: Values): Promise<string> {
  const { label = 'key', scopes = 'audio:all,voices:all' } = values;
  const { secret } = await keys.issue({ workspace, label, scopes: scopesOf(scopes) });
  return `${secret}\n`;
}

function scopesOf(list: string): readonly Scope[] {
  const names = list.split(',').map((name) => name.trim());
  const known = names.filter((name): name is Scope => SCOPES.some((scope) => scope === name));
  if (known.length < names.length) throw new UsageError(`Scopes are: ${SCOPES.join(', ')}.`);
  return known;
}

async function list(keys: WorkspaceKeys, workspace: string): Promise<string> {
  return (await keys.list(workspace)).map(lineOf).join('');
}

async function rotate(keys: WorkspaceKeys, workspace: string, values: Values): Promise<string> {
  return `${(await keys.rotate(workspace, idOf(values))).secret}\n`;
}

async function revoke(keys: WorkspaceKeys, workspace: string, values: Values): Promise<string> {
  const id = idOf(values);
  await keys.revoke(workspace, id);
  return (await keys.list(workspace))
    .filter((key) => key.id === id)
    .map(lineOf)
    .join('');
}

function idOf({ id }: Values): string {
  if (id === undefined) throw new UsageError('--id is missing.');
  return id;
}

const lineOf = ({ id, masked, scopes, revokedAt, label }: ApiKey): string =>
  `${[id, masked, scopes.join(','), revokedAt ? 'revoked' : 'active', label].join('\t')}\n`;

async function withKeys(
  url: string,
  use: (keys: WorkspaceKeys) => Promise<string>,
): Promise<string> {
  const source = await openDataSource({
    config: { databaseUrl: url, databasePoolSize: 1 },
    logger: silentLogger,
    app: 'speech',
    migrations: [CreateApiKeys1763700000000],
  });
  try {
    const store = new PostgresApiKeyStore(source);
    const uses = { store, clock: systemClock, ids: randomIds, random: secureRandom };
    return await use(new WorkspaceKeys(new ApiKeys(uses), systemClock));
  } finally {
    await source.destroy();
  }
}

const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError || (error instanceof TypeError && !(error instanceof Problem));

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function complain(reason: string): number {
  process.stderr.write(`${reason}\n\n${HELP}`);
  return 2;
}
