import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, workspaceRoot, type TestDatabase } from '@sextant/platform-testing';
import { testKey } from './running-auth.js';

const cli = join(workspaceRoot(), 'apps', 'auth-server', 'dist', 'cli.js');

(existsSync(cli) ? describe : describe.skip)('the command line (needs the built service)', () => {
  let database: TestDatabase;
  const key = testKey();
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  const run = async (args: readonly string[], input = '') => {
    const env = {
      ...process.env,
      DATABASE_URL: database.url,
      KEY_ENCRYPTION_KEY: key,
      // A broker that is away must not keep a command from ending.
      KAFKA_BROKERS: '127.0.0.1:9',
    };
    const child = spawn(process.execPath, [cli, ...args], { env });
    child.stdin.end(input);
    const [out, err] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { code: child.exitCode, out, err };
  };
  const add = ['user', 'add', '--username', 'first', '--email', 'first@example.org', '--admin'];

  it('makes the first administrator, changes the password, deactivates, rotates keys', async () => {
    const added = await run(add, 'a good password\n');
    const again = await run(add, 'a good password\n');
    const changed = await run(['user', 'password', '--username', 'first'], 'another password\n');
    const last = await run(['user', 'deactivate', '--username', 'first']);
    await run(
      ['user', 'add', '--username', 'second', '--email', 'second@example.org', '--admin'],
      'a good password\n',
    );
    const gone = await run(['user', 'deactivate', '--username', 'first']);
    const rotated = await run(['keys', 'rotate']);
    const unknown = await run(['keys', 'rotate', '--algorithm', 'none']);

    const codes = [added, again, changed, last, gone, rotated, unknown].map(({ code }) => code);
    expect(codes).toEqual([0, 1, 0, 1, 0, 0, 2]);
    expect(last.err).toContain('the last administrator');
    expect(again.err).toContain('is taken');
    const users = await database.query(
      'SELECT username, is_admin, is_active FROM auth_user ORDER BY username',
    );
    expect(users).toEqual([
      { username: 'first', is_admin: true, is_active: false },
      { username: 'second', is_admin: true, is_active: true },
    ]);
  }, 240_000);

  it('says what is wrong with a call', async () => {
    const short = await run(add, 'short\n');
    const unknown = await run(['user', 'fly']);
    const nobody = await run(['user', 'deactivate', '--username', 'nobody']);

    expect([short.code, unknown.code, nobody.code]).toEqual([2, 2, 2]);
    expect(short.err).toContain('8 to 256 characters');
    expect(unknown.out).toContain('Usage');
    expect(nobody.err).toContain('There is no user nobody');
  }, 240_000);
});
