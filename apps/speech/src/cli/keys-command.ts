import {
  keyLine,
  requiredValue,
  runKeysCommand,
  UsageError,
  type ApiKeys,
  type KeysRequest,
} from '@sextant/platform-security/api-keys';
import { systemClock } from '@sextant/platform-runtime/clock';
import { SCOPES, type Scope } from '../access/scopes.js';
import { WorkspaceKeys } from '../access/workspace-keys.js';

const HELP = `Usage: node apps/speech/dist/main.js keys COMMAND --workspace NAME [options]

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

const workspaceKeys = (keys: ApiKeys): WorkspaceKeys => new WorkspaceKeys(keys, systemClock);

/** `main.js keys ...`: keys of workspaces. @returns the exit code */
export const keysCommand = (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> =>
  runKeysCommand(
    {
      app: 'speech',
      help: HELP,
      owner: 'workspace',
      values: ['scopes'],
      commands: { create, list, rotate, revoke },
    },
    argv,
    env,
  );

async function create({ keys, owner: workspace, values }: KeysRequest): Promise<string> {
  const { label = 'key', scopes = 'audio:all,voices:all' } = values;
  const wish = { workspace, label, scopes: scopesOf(scopes) };
  return `${(await workspaceKeys(keys).issue(wish)).secret}\n`;
}

function scopesOf(list: string): readonly Scope[] {
  const names = list.split(',').map((name) => name.trim());
  const known = names.filter((name): name is Scope => SCOPES.some((scope) => scope === name));
  if (known.length < names.length) throw new UsageError(`Scopes are: ${SCOPES.join(', ')}.`);
  return known;
}

async function list({ keys, owner }: KeysRequest): Promise<string> {
  return (await workspaceKeys(keys).list(owner)).map((key) => keyLine(key)).join('');
}

async function rotate(request: KeysRequest): Promise<string> {
  const id = requiredValue(request, 'id');
  return `${(await workspaceKeys(request.keys).rotate(request.owner, id)).secret}\n`;
}

async function revoke(request: KeysRequest): Promise<string> {
  const { keys, owner } = request;
  const id = requiredValue(request, 'id');
  await workspaceKeys(keys).revoke(owner, id);
  return (await workspaceKeys(keys).list(owner))
    .filter((key) => key.id === id)
    .map((key) => keyLine(key))
    .join('');
}
