import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals';
import { testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { keyLine, requiredValue, runKeysCommand, type KeysCommandLine } from './index.js';

const LINE: KeysCommandLine = {
  app: 'api-keys',
  help: 'Usage: keys COMMAND --team NAME\n',
  owner: 'team',
  values: ['scopes'],
  flags: ['admin'],
  commands: {
    create: async ({ keys, owner, values, flags }) => {
      const scopes = [
        ...(values['scopes'] ?? 'read').split(','),
        ...(flags.has('admin') ? ['admin'] : []),
      ];
      return `${(await keys.create({ owner, label: values['label'] ?? 'key', scopes })).secret}\n`;
    },
    list: async ({ keys, owner }) => (await keys.list(owner)).map((key) => keyLine(key)).join(''),
    revoke: async (request) =>
      keyLine(await request.keys.revoke(request.owner, requiredValue(request, 'id'))),
  },
};

let database: TestDatabase;
let printed: { stdout: string; stderr: string };

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    jest.spyOn(process[name], 'write').mockImplementation((text) => {
      printed[name] += String(text);
      return true;
    });
  }
});
afterEach(() => {
  jest.restoreAllMocks();
});

const run = (...argv: string[]): Promise<number> =>
  runKeysCommand(LINE, argv, { DATABASE_URL: database.url });

describe('runKeysCommand', () => {
  it('makes a key, lists it masked, and ends it', async () => {
    expect(await run('create', '--team', 'acme', '--scopes', 'read,write', '--admin')).toBe(0);
    const secret = printed.stdout.trim();
    printed.stdout = '';

    await run('list', '--team', 'acme');
    const [id = '', masked, scopes, state, label] = printed.stdout.trim().split('\t');
    await run('revoke', '--team', 'acme', '--id', id);

    expect(secret).toMatch(/^sxt_/);
    expect(masked).not.toBe(secret);
    expect([scopes, state, label]).toEqual(['read,write,admin', 'active', 'key']);
    expect(printed.stdout).toContain('\trevoked\t');
  });

  it('shows keys to their owner only', async () => {
    await run('create', '--team', 'one');
    printed.stdout = '';

    expect(await run('list', '--team', 'two')).toBe(0);

    expect(printed.stdout).toBe('');
  });

  it('takes the database of the option before that of the environment', async () => {
    const argv = ['list', '--team', 'acme', '--database-url', database.url];

    expect(await runKeysCommand(LINE, argv, { DATABASE_URL: 'postgres://nowhere/none' })).toBe(0);
  });

  it('prints its help', async () => {
    expect(await run('--help')).toBe(0);
    expect(printed).toEqual({ stdout: LINE.help, stderr: '' });
  });

  it.each<readonly [readonly string[], string]>([
    [[], 'Name one command.'],
    [['steal', '--team', 'a'], 'Name one command.'],
    [['toString', '--team', 'a'], 'Name one command.'],
    [['list', 'all', '--team', 'a'], 'Name one command.'],
    [['list'], '--team is missing.'],
    [['revoke', '--team', 'a'], '--id is missing.'],
    [['list', '--colour'], 'colour'],
    [['list', '--team'], 'team'],
  ])('refuses %j with its help', async (argv, message) => {
    expect(await run(...argv)).toBe(2);
    expect(printed.stderr).toContain(message);
    expect(printed.stderr).toContain(LINE.help);
  });

  it('asks for a database', async () => {
    expect(await runKeysCommand(LINE, ['list', '--team', 'a'], {})).toBe(2);
    expect(printed.stderr).toContain('DATABASE_URL is missing');
  });

  it('says what failed, without its help', async () => {
    expect(await run('revoke', '--team', 'acme', '--id', 'none')).toBe(1);
    expect(printed.stderr).toContain('no such key');
    expect(printed.stderr).not.toContain(LINE.help);
  });
});
