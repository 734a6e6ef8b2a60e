import { parseArgs } from 'node:util';
import {
  ApiKeys,
  CreateApiKeys1763700000000,
  PostgresApiKeyStore,
  type ApiKey,
} from '@sextant/platform-api-keys';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { silentLogger } from '@sextant/platform-logging';
import { openDataSource } from '@sextant/platform-postgres';
import { chainScope, SCOPES } from '../domain/caller.js';
import { CHAIN_IDS } from '../domain/chain.js';
import { isKeyName, rotateKey } from '../domain/key-desk.js';

const HELP = `Usage: node apps/ipt-graphql/dist/main.js keys COMMAND --tenant NAME [options]

Keys of tenants, straight in the database. A running service knows of changes within five seconds.

Commands
  create  prints a new key; it can not be shown again
  list    prints the keys, a line each: id, masked key, scopes, active, expired or revoked, label
  rotate  prints a new key like that of --id, which stays valid until it is revoked
  revoke  ends the key of --id, for good

Options
  --tenant NAME       whose keys; a new name is a new tenant
  --label TEXT        of the new key
  --scopes LIST       of the new key: ${Object.values(SCOPES).join(', ')}; mint,tokenize,read if absent
  --chains LIST       that the new key may use: ${CHAIN_IDS.join(', ')}; all if absent
  --days N            after which the new key expires; never if absent
  --id ID             of the key to rotate or revoke
  --database-url URL  the service's database; DATABASE_URL if absent
  --help              this text
`;

const OPTIONS = {
  tenant: { type: 'string' },
  label: { type: 'string' },
  scopes: { type: 'string' },
  chains: { type: 'string' },
  days: { type: 'string' },
  id: { type: 'string' },
  'database-url': { type: 'string' },
  help: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parse>['values'];
type Command = (keys: ApiKeys, tenant: string, values: Values) => Promise<string>;

/** What the operator asked for makes no sense. */
class UsageError extends Error {}

const COMMANDS: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['create', create],
  ['list', async (keys, tenant) => (await keys.list(tenant)).map(lineOf(keys)).join('')],
  [
    'rotate',
    async (keys, tenant, { id = '' }) => `${(await rotateKey(keys, tenant, id)).secret}\n`,
  ],
  ['revoke', async (keys, tenant, { id = '' }) => lineOf(keys)(await keys.revoke(tenant, id))],
]);

/** @returns the exit code: 0, 1 for a failure, 2 for a command that makes no sense */
export async function keysCommand(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> {
  try {
    const { values, positionals } = parse(argv);
    if (values.help === true) return print(HELP);
    const { command, tenant, url } = requestOf(values, positionals, env);
    return print(await withKeys(url, (keys) => command(keys, tenant, values)));
  } catch (error) {
    return complain(error);
  }
}

/** @throws {UsageError} for what is missing */
function requestOf(
  values: Values,
  [name = '', ...rest]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
) {
  const command = COMMANDS.get(name);
  const { tenant = '', 'database-url': url = env['DATABASE_URL'] ?? '' } = values;
  if (command === undefined || rest.length > 0) throw new UsageError('Name one command.');
  if (tenant === '') throw new UsageError('--tenant is missing.');
  requireName(tenant, '--tenant');
  if (url === '') throw new UsageError('--database-url or DATABASE_URL is missing.');
  return { command, tenant, url };
}

function complain(error: unknown): number {
  const isUsage = error instanceof UsageError || error instanceof TypeError;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(isUsage ? `${message}\n\n${HELP}` : `${message}\n`);
  return isUsage ? 2 : 1;
}

function parse(argv: readonly string[]) {
  return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true });
}

async function create(keys: ApiKeys, tenant: string, values: Values): Promise<string> {
  const { label = 'key', scopes = 'mint,tokenize,read', chains, days } = values;
  requireName(label, '--label');
  const rights = members(scopes, '--scopes', Object.values(SCOPES));
  if (rights.length === 0) throw new UsageError('--scopes must name one at least.');
  const { secret } = await keys.create({
    owner: tenant,
    label,
    scopes: [
      ...rights,
      ...members(chains, '--chains', CHAIN_IDS.map(String)).map((id) => chainScope(Number(id))),
    ],
    ...(days === undefined ? {} : { expiresAt: inDays(days) }),
  });
  return `${secret}\n`;
}

function requireName(text: string, option: string): void {
  if (!isKeyName(text)) throw new UsageError(`${option} must be one line of 1 to 100 characters.`);
}

function members(list: string | undefined, option: string, known: readonly string[]): string[] {
  const items = (list ?? '').split(',').filter((item) => item !== '');
  const unknown = items.find((item) => !known.includes(item));
  if (unknown === undefined) return items;
  throw new UsageError(`${option}: "${unknown}" is not one of ${known.join(', ')}.`);
}

function inDays(days: string): Date {
  const count = Number(days);
  if (!/^\d{1,5}$/.test(days) || count === 0) throw new UsageError('--days must be 1 or more.');
  return new Date(systemClock.nowMs() + count * 86_400_000);
}

const lineOf =
  (keys: ApiKeys) =>
  (key: ApiKey): string => {
    const label = key.label.replace(/\p{Cc}/gu, ' ');
    return `${[key.id, key.masked, key.scopes.join(','), keys.stateOf(key), label].join('\t')}\n`;
  };

async function withKeys(url: string, use: (keys: ApiKeys) => Promise<string>): Promise<string> {
  const source = await openDataSource({
    config: { databaseUrl: url, databasePoolSize: 2 },
    logger: silentLogger,
    app: 'ipt-graphql',
    migrations: [CreateApiKeys1763700000000],
  });
  try {
    const store = new PostgresApiKeyStore(source);
    return await use(
      new ApiKeys({ store, clock: systemClock, ids: randomIds, random: secureRandom }),
    );
  } finally {
    await source.destroy();
  }
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}
