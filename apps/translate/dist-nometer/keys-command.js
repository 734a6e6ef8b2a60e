import { parseArgs } from 'node:util';
import { ApiKeys, CreateApiKeys1763700000000, PostgresApiKeyStore } from '@sextant/platform-api-keys';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { Problem } from '@sextant/platform-errors';
import { silentLogger } from '@sextant/platform-logging';
import { openDataSource } from '@sextant/platform-postgres';
import { FREE_SUFFIX, SCOPES } from './domain/developer-keys.js';
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
const OPTIONS = {
    organization: {
        type: 'string'
    },
    label: {
        type: 'string'
    },
    admin: {
        type: 'boolean'
    },
    free: {
        type: 'boolean'
    },
    id: {
        type: 'string'
    },
    'database-url': {
        type: 'string'
    },
    help: {
        type: 'boolean'
    }
};
const COMMANDS = new Map([
    [
        'create',
        create
    ],
    [
        'list',
        list
    ],
    [
        'deactivate',
        deactivate
    ]
]);
/**
 * The command line for operators: keys of organizations, straight in the database.
 *
 * @returns the exit code: 0, 1 for a failure, 2 for a command that makes no sense
 */ export async function keysCommand(argv, env) {
    try {
        const { values, positionals } = parse(argv);
        if (values.help === true) return print(HELP);
        const request = requestOf(values, positionals, env);
        if (typeof request === 'string') return complain(request);
        const { command, owner, url } = request;
        return print(await withKeys(url, (keys)=>command(keys, owner, values)));
    } catch (error) {
        if (isUsageError(error)) return complain(error.message);
        process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
        return 1;
    }
}
/** @returns what is missing, when something is */ function requestOf(values, [name = '', ...rest], env) {
    const command = COMMANDS.get(name);
    const { organization: owner = '', 'database-url': url = env['DATABASE_URL'] ?? '' } = values;
    if (command === undefined || rest.length > 0) return 'Name one command.';
    if (owner === '') return '--organization is missing.';
    if (url === '') return '--database-url or DATABASE_URL is missing.';
    return {
        command,
        owner,
        url
    };
}
function parse(argv) {
    return parseArgs({
        args: [
            ...argv
        ],
        options: OPTIONS,
        allowPositionals: true
    });
}
async function create(keys, owner, values) {
    const { label = 'DeepL API Key', admin = false, free = false } = values;
    const { secret } = await keys.create({
        owner,
        label,
        scopes: [
            SCOPES.translate,
            ...admin ? [
                SCOPES.admin
            ] : [],
            ...free ? [
                SCOPES.freePlan
            ] : []
        ],
        ...free ? {
            suffix: FREE_SUFFIX
        } : {}
    });
    return `${secret}\n`;
}
async function list(keys, owner) {
    return (await keys.list(owner)).map(lineOf).join('');
}
async function deactivate(keys, owner, { id = '' }) {
    return lineOf(await keys.revoke(owner, id));
}
const lineOf = ({ id, masked, scopes, revokedAt, label })=>`${[
        id,
        masked,
        scopes.join(','),
        revokedAt ? 'deactivated' : 'active',
        label
    ].join('\t')}\n`;
async function withKeys(url, use) {
    const source = await openDataSource({
        config: {
            databaseUrl: url,
            databasePoolSize: 1
        },
        logger: silentLogger,
        app: 'translate',
        migrations: [
            CreateApiKeys1763700000000
        ]
    });
    try {
        const store = new PostgresApiKeyStore(source);
        const uses = {
            store,
            clock: systemClock,
            ids: randomIds,
            random: secureRandom
        };
        return await use(new ApiKeys(uses));
    } finally{
        await source.destroy();
    }
}
const isUsageError = (error)=>error instanceof TypeError && !(error instanceof Problem);
function print(text) {
    process.stdout.write(text);
    return 0;
}
function complain(reason) {
    process.stderr.write(`${reason}\n\n${HELP}`);
    return 2;
}

//# sourceMappingURL=keys-command.js.map