import {
  keyLine,
  requiredValue,
  runKeysCommand,
  UsageError,
  type KeysRequest,
} from '@sextant/platform-security/api-keys';
import { systemClock } from '@sextant/platform-runtime/clock';
import { chainScope, SCOPES } from '../access/caller.js';
import { isKeyName, rotateKey } from '../access/api-key-administration.js';

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
  --chains LIST       that the new key may use, such as 1,11155111; all if absent
  --days N            after which the new key expires; never if absent
  --id ID             of the key to rotate or revoke
  --database-url URL  the service's database; DATABASE_URL if absent
  --help              this text
`;

/** `main.js keys ...`: keys of tenants. @returns the exit code */
export const keysCommand = (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> =>
  runKeysCommand(
    {
      app: 'ipt-graphql',
      help: HELP,
      owner: 'tenant',
      values: ['scopes', 'chains', 'days'],
      commands: { create, list, rotate, revoke },
    },
    argv,
    env,
  );

async function create({ keys, owner, values }: KeysRequest): Promise<string> {
  const { label = 'key', scopes = 'mint,tokenize,read', chains, days } = values;
  requireName(owner, '--tenant');
  requireName(label, '--label');
  const rights = members(scopes, '--scopes', Object.values(SCOPES));
  if (rights.length === 0) throw new UsageError('--scopes must name one at least.');
  const { secret } = await keys.create({
    owner,
    label,
    scopes: [...rights, ...chainsOf(chains).map(chainScope)],
    ...(days === undefined ? {} : { expiresAt: inDays(days) }),
  });
  return `${secret}\n`;
}

async function list({ keys, owner }: KeysRequest): Promise<string> {
  return (await keys.list(owner)).map((key) => keyLine(key)).join('');
}

async function rotate(request: KeysRequest): Promise<string> {
  const { keys, owner } = request;
  return `${(await rotateKey(keys, owner, requiredValue(request, 'id'))).secret}\n`;
}

async function revoke(request: KeysRequest): Promise<string> {
  return keyLine(await request.keys.revoke(request.owner, requiredValue(request, 'id')));
}

function requireName(text: string, option: string): void {
  if (!isKeyName(text)) throw new UsageError(`${option} must be one line of 1 to 100 characters.`);
}

function chainsOf(list = ''): number[] {
  const items = list.split(',').filter((item) => item !== '');
  const fault = items.find((item) => !/^[1-9]\d{0,8}$/.test(item));
  if (fault === undefined) return items.map(Number);
  throw new UsageError(`--chains: "${fault}" is not the id of a chain.`);
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
