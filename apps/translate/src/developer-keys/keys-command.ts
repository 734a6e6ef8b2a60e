import {
  keyLine,
  requiredValue,
  runKeysCommand,
  type KeysRequest,
} from '@sextant/platform-security/api-keys';
import { FREE_SUFFIX, SCOPES } from '../access/scopes.js';

const HELP = `Usage: node apps/translate/dist/keys.js COMMAND --organization NAME [options]

Makes the first keys of an organization; its administrators make all others over HTTP.

Commands
  create      prints a new key; it can not be shown again
  list        prints the keys, a line each: id, masked key, scopes, state, label
  deactivate  ends the key with the given --id, for good

Options
  --organization NAME  whose keys; a new name is a new organization
  --label TEXT         of the new key
  --admin              the new key may administer the organization
  --free               the new key has the free plan and ends in :${FREE_SUFFIX}
  --id ID              of the key to end
  --database-url URL   the service's database; DATABASE_URL if absent
  --help               this text
`;

/** As the service's own interface calls it. */
const ENDED = 'deactivated';

/** Keys of organizations. @returns the exit code */
export const keysCommand = (
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number> =>
  runKeysCommand(
    {
      app: 'translate',
      help: HELP,
      owner: 'organization',
      flags: ['admin', 'free'],
      commands: { create, list, deactivate },
    },
    argv,
    env,
  );

async function create({ keys, owner, values, flags }: KeysRequest): Promise<string> {
  const { label = 'DeepL API Key' } = values;
  const isFree = flags.has('free');
  const { secret } = await keys.create({
    owner,
    label,
    scopes: [
      SCOPES.translate,
      ...(flags.has('admin') ? [SCOPES.admin] : []),
      ...(isFree ? [SCOPES.freePlan] : []),
    ],
    ...(isFree ? { suffix: FREE_SUFFIX } : {}),
  });
  return `${secret}\n`;
}

async function list({ keys, owner }: KeysRequest): Promise<string> {
  return (await keys.list(owner)).map((key) => keyLine(key, ENDED)).join('');
}

async function deactivate(request: KeysRequest): Promise<string> {
  return keyLine(await request.keys.revoke(request.owner, requiredValue(request, 'id')), ENDED);
}
