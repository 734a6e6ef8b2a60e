import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { testDatabase, workspaceRoot, type TestDatabase } from '@sextant/platform-testing';
import { runCli } from '../../src/command-line.js';
import { testKey } from '../running-auth.js';

const cli = join(workspaceRoot(), 'apps', 'auth-server', 'dist', 'cli.js');

(existsSync(cli) ? describe : describe.skip)('the command line (needs the built service)', () => {
  let database: TestDatabase;
  const key = testKey();
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  const environment = () => ({
    ...process.env,
    DATABASE_URL: database.url,
    KEY_ENCRYPTION_KEY: key,
    // A broker that is away must not keep a command from ending.
    KAFKA_BROKERS: '127.0.0.1:9',
  });
  const run = async (args: readonly string[], input = '') => {
    const child = spawn(process.execPath, [cli, ...args], { env: environment() });
    child.stdin.end(input);
    const [out, err] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ]);
    return { code: child.exitCode, out, err };
  };
  /** What that process does, without the cost of another one. */
  const call = async (args: readonly string[], input = '') => {
    const said = { out: '', err: '' };
    const spies = (['out', 'err'] as const).map((name) =>
      jest.spyOn(process[`std${name}`], 'write').mockImplementation((piece) => {
        said[name] += String(piece);
        return true;
      }),
    );
    const stdin = jest
      .spyOn(process, 'stdin', 'get')
      .mockReturnValue(Readable.from([input]) as never);
    const env = jest.replaceProperty(process, 'env', environment());
    const code = await runCli(args);
    for (const spy of [...spies, stdin]) spy.mockRestore();
    env.restore();
    return { code, ...said };
  };
  const add = ['user', 'add', '--username', 'first', '--email', 'first@example.org', '--admin'];

  it('makes the first administrator, changes the password, deactivates, rotates keys', async () => {
    const added = await run(add, 'a tidy purple boat\n');
    const again = await call(add, 'a tidy purple boat\n');
    const changed = await call(['user', 'password', '--username', 'first'], 'another tidy boat\n');
    const last = await call(['user', 'deactivate', '--username', 'first']);
    await call(
      ['user', 'add', '--username', 'second', '--email', 'second@example.org', '--admin'],
      'a tidy purple boat\n',
    );
    const gone = await call(['user', 'deactivate', '--username', 'first']);
    const rotated = await run(['keys', 'rotate']);
    const unknown = await call(['keys', 'rotate', '--algorithm', 'none']);

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
    const short = await call(add, 'short\n');
    const unknown = await run(['user', 'fly']);
    const nobody = await call(['user', 'deactivate', '--username', 'nobody']);

    expect([short.code, unknown.code, nobody.code]).toEqual([1, 2, 2]);
    expect(short.err).toContain('12 to 256 characters');
    expect(unknown.out).toContain('Usage');
    expect(nobody.err).toContain('There is no user nobody');
  }, 240_000);
});
