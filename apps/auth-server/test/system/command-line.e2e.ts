import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { testDatabase, workspaceRoot, type TestDatabase } from '@sextant/platform-testing';
import { callCli } from '../command-line.js';
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
  const call = (args: readonly string[], input = '') => callCli(environment(), args, input);
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

  it('imports people of another system after a trial, and again without harm', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    const file = join(folder, 'users.json');
    // As bcrypt writes it.
    const passwordHash = '$2b$04$CCCCCCCCCCCCCCCCCCCCC.7ASqZ5U.Y6mEwT8VDbBlHT0b3mYUHUO';
    const users = [
      { email: 'rosa.parks@example.org', email_verified: true, passwordHash },
      { email: 'nowhere', passwordHash },
      { email: 'ROSA.parks@example.org' },
      { email: 'rosa.parks@example.net', blocked: true, app_metadata: { roles: ['staff', 'x'] } },
    ];
    await writeFile(file, users.map((user) => JSON.stringify(user)).join('\n'));
    const args = ['import', '--from', 'auth0', file, '--role', 'staff=teacher'];
    const people = () =>
      database.query(
        `SELECT username, roles, is_active, has_foreign_hash FROM auth_user
         WHERE email_key LIKE 'rosa%' ORDER BY email_key DESC`,
      );
    const trial = await call([...args, '--dry-run']);
    const before = await people();
    const first = await call(args);
    const second = await call(args);

    expect(before).toEqual([]);
    const refusals = ['Row 2: email must be an email', 'Row 3: This user name or e-mail address'];
    for (const { out } of [trial, first]) {
      for (const refusal of refusals) expect(out).toContain(refusal);
      expect(out).toContain('Role x (1 people) is left out');
    }
    expect(trial.out).toContain('Dry run: would import 2 of 4 people.');
    expect(first.out).toContain('Imported 2 of 4 people.');
    expect(second.out).toContain('Imported 0 of 4 people.');
    expect([trial, first, second].map(({ code }) => code)).toEqual([1, 1, 1]);
    expect(await people()).toEqual([
      { username: 'rosa.parks', roles: [], is_active: true, has_foreign_hash: true },
      {
        ...{ username: expect.stringMatching(/^rosa\.parks-[0-9a-f]{8}$/), roles: ['teacher'] },
        ...{ is_active: false, has_foreign_hash: false },
      },
    ]);
    await rm(folder, { recursive: true });
  }, 240_000);

  it('imports the second factor of people: a password alone opens none of their accounts', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    const file = join(folder, 'realm.json');
    const otp = {
      type: 'otp',
      secretData: '{"value":"12345678901234567890"}',
      credentialData: '{"subType":"totp","digits":6,"period":30,"algorithm":"HmacSHA1"}',
    };
    const user = { username: 'ida', email: 'ida@example.org', credentials: [otp] };
    await writeFile(file, JSON.stringify({ users: [user] }));
    const { code } = await call(['import', '--from', 'keycloak', file]);
    const kinds = await database.query(
      `SELECT kind, last_used_at FROM auth_factor JOIN auth_user ON auth_user.id = user_id
       WHERE username = 'ida'`,
    );

    expect(code).toBe(0);
    expect(kinds).toEqual([{ kind: 'totp', last_used_at: null }]);
    await rm(folder, { recursive: true });
  }, 240_000);

  it('says what is wrong with an import', async () => {
    const elsewhere = await call(['import', '--from', 'elsewhere', 'x.json']);
    const missing = await call(['import', '--from', 'keycloak', '/nowhere/x.json']);
    const role = await call(['import', '--from', 'auth0', 'x.json', '--role', 'staff']);

    expect([elsewhere, missing, role].map(({ code }) => code)).toEqual([2, 2, 2]);
    expect(elsewhere.err).toContain('keycloak, auth0, firebase');
    expect(missing.err).toContain('/nowhere/x.json cannot be read');
    expect(role.err).toContain('THEIRS=OURS');
  }, 240_000);

  it('says what is wrong with a call', async () => {
    const short = await call(add, 'short\n');
    const unknown = await run(['user', 'fly']);
    const nobody = await call(['user', 'deactivate', '--username', 'nobody']);
    const noFile = await call(['apply', '--plan']);

    expect([short.code, unknown.code, nobody.code, noFile.code]).toEqual([1, 2, 2, 2]);
    expect(noFile.out).toContain('apply FILE');
    expect(short.err).toContain('12 to 256 characters');
    expect(unknown.out).toContain('Usage');
    expect(nobody.err).toContain('There is no user nobody');
  }, 240_000);
});
