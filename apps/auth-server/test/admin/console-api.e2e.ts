import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { admin, adminToken, bearer, json, type ErrorAnswer } from '../flows.js';
import { linkOf, mailServer, type MailServer } from '../mail-server.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

let mail: MailServer;
let auth: RunningAuth;
let token: string;
let call: ReturnType<typeof admin>;
beforeAll(async () => {
  mail = await mailServer();
  auth = await startAuth({ env: mail.env });
  token = await adminToken(auth.url);
  call = admin(auth.url, token);
});
afterAll(async () => {
  await auth.close();
  await mail.close();
});

const signIn = (username: string, password: string) =>
  fetch(`${auth.url}/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'password', username, password, scope: 'read' }),
  });

describe('what operators look at', () => {
  it('says in the audit log what was changed about a client, where that ends it too', async () => {
    const { client_id: id } = await json<{ client_id: string }>(
      await call('POST', '/clients', {
        ...{ client_name: 'Leaver', client_type: 'confidential', redirect_uris: [], scopes: [] },
        grant_types: ['client_credentials'],
      }),
    );
    const changes = [
      { client_name: 'Leaver of today' },
      { access_token_lifetime: 60, require_factor: true, is_active: false },
    ];
    for (const change of changes) await call('PATCH', `/clients/${id}`, change);
    const rows = await auth.database.query<{ type: string; members: unknown }>(
      `SELECT type, details->'members' AS members FROM audit_record
       WHERE subject = $1 ORDER BY sequence`,
      [id],
    );

    expect(rows.slice(1)).toEqual([
      { type: 'client.changed', members: ['name'] },
      {
        type: 'client.deactivated',
        members: ['isActive', 'access_token_lifetime', 'require_factor'],
      },
    ]);
  });

  it('counts sign-ins of each day, those without any too', async () => {
    await signIn('grace', passwordOf('grace'));
    await signIn('grace', 'wrong');

    const { days } = await json<{ days: Record<string, unknown>[] }>(
      await call('GET', '/reports/sign-ins?days=7'),
    );

    expect(days).toHaveLength(7);
    expect(days[0]).toMatchObject({ succeeded: 0, failed: 0 });
    expect(days.at(-1)).toEqual({
      day: new Date().toISOString().slice(0, 10),
      succeeded: expect.any(Number),
      failed: 1,
    });
    expect((await call('GET', '/reports/sign-ins?days=0')).status).toBe(422);
  });

  it('lists the keys with their stages, and nothing that is secret', async () => {
    const text = await (await call('GET', '/keys')).text();
    const { keys } = JSON.parse(text) as { keys: Record<string, string>[] };

    expect(keys.map(({ algorithm, stage }) => `${algorithm} ${stage}`).sort()).toEqual(
      ['ES256', 'EdDSA', 'RS256'].flatMap((one) => [`${one} current`, `${one} next`]).sort(),
    );
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['algorithm', 'kid', 'since', 'stage']);
  });

  it('lists e-mail that does not arrive, with the reason', async () => {
    mail.isAway = true;
    await call('POST', '/users/invitations', { email: 'gone@example.org' });

    const failing = async () =>
      (await json<{ mails: Record<string, unknown>[] }>(await call('GET', '/mails/failing'))).mails;
    let mails = await failing();
    while (mails.length === 0) {
      await pause(20);
      mails = await failing();
    }
    mail.isAway = false;

    expect(mails).toEqual([
      expect.objectContaining({
        recipient: 'gone@example.org',
        template: 'invitation',
        failed_at: null,
        failure: expect.stringContaining('451'),
      }),
    ]);
  });

  it('gives the audit log away as a file', async () => {
    const answer = await call('GET', '/audit/export?type=login.failed');
    const text = await answer.text();

    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    expect(text.split('\r\n')[0]).toBe('sequence,at,type,actor,subject,ip,trace_id,details');
    expect(text.split('\r\n').length).toBeGreaterThan(2);
    expect(text).not.toContain('login.succeeded');
    const lines = (await (await call('GET', '/audit/export?format=ndjson')).text()).trim();
    const records = lines.split('\n').map((line) => JSON.parse(line) as { sequence: number });
    expect(records[0]?.sequence).toBeGreaterThan(records.at(-1)?.sequence ?? 0);
  });

  it('is for administrators', async () => {
    const { access_token } = await json<{ access_token: string }>(
      await signIn('grace', passwordOf('grace')),
    );
    for (const path of ['/keys', '/reports/sign-ins', '/mails/failing', '/audit/export']) {
      const answer = await fetch(`${auth.url}/admin${path}`, { headers: bearer(access_token) });
      expect([path, answer.status]).toEqual([path, 403]);
      expect((await fetch(`${auth.url}/admin${path}`)).status).toBe(401);
    }
  });
});

describe('a hundred thousand users', () => {
  beforeAll(async () => {
    await auth.database.query(
      `INSERT INTO auth_user (id, object_id, username, username_key, email, email_key, name, academy_id,
         roles, is_active, is_admin, is_verified, password_hash, created_at, claims)
       SELECT gen_random_uuid(), lpad(to_hex(n), 24, '0'), 'pupil' || n, 'pupil' || n,
         'pupil' || n || '@example.org', 'pupil' || n || '@example.org', 'Pupil ' || n, 'default', '{}',
         n % 10 > 0, false, true, '', now() + n * interval '1 ms', '{}'
       FROM generate_series(1, 100000) AS n`,
    );
    await auth.database.query('ANALYZE auth_user');
  }, 120_000);
  afterAll(() => auth.database.query(`DELETE FROM auth_user WHERE username LIKE 'pupil%'`));

  it.each<[string, number, string]>([
    ['q=pupil99999', 1, 'pupil99999'],
    ['q=PUPIL99999%40EXAMPLE', 1, 'pupil99999'],
    ['q=pupil%20777&active=true&limit=1', 100, 'pupil777'],
    ['q=pupil&active=false&limit=1&offset=9999', 10_000, 'pupil100000'],
    ['q=pupil_', 0, ''],
    ['q=pupil%20777&limit=100&offset=11', 111, 'pupil77700'],
    ['q=pupil%20777&limit=50&offset=100', 111, 'pupil77789'],
    ['q=pupil%20777&offset=500', 111, ''],
  ])('are found by %s', async (query, total, first) => {
    const answer = await json<{ total: number; users: { username: string }[] }>(
      await call('GET', `/users?${query}`),
    );

    expect(answer.total).toBe(total);
    expect(answer.users[0]?.username ?? '').toBe(first);
  });
});

interface Imported {
  readonly created: number;
  readonly refused: readonly { readonly line: number; readonly message: string }[];
}

describe('a file of users', () => {
  const send = (csv: string | Buffer, query = '') =>
    fetch(`${auth.url}/admin/users/import${query}`, {
      method: 'POST',
      headers: { ...bearer(token), 'content-type': 'text/csv' },
      body: csv,
    });
  const userOf = async (name: string) => {
    const { users } = await json<{ users: Record<string, unknown>[] }>(
      await call('GET', `/users?q=${name}`),
    );
    return users[0];
  };

  it('makes users, tells line by line what it refuses, and mails links', async () => {
    const csv = [
      'username,email,name,roles,academy_id',
      'katherine,katherine@example.org,"Johnson, Katherine",teacher student,nasa',
      'grace,other@example.org,,,',
      'no good,bad,,,',
      'dorothy,dorothy@example.org,,,',
    ].join('\n');
    const answer = await json<Imported>(await send(csv, '?send_links=true'));

    expect(answer).toEqual({
      created: 2,
      refused: [
        { line: 3, message: 'This user name or e-mail address is taken.' },
        { line: 4, message: expect.stringContaining('username must be') },
      ],
    });
    expect(await userOf('katherine')).toMatchObject({
      name: 'Johnson, Katherine',
      roles: ['teacher', 'student'],
      academy_id: 'nasa',
    });
    expect(linkOf(await mail.next('dorothy@example.org'))).toContain('/account/reset');
    expect((await signIn('dorothy', '')).status).toBe(400);
    expect((await signIn('dorothy', 'anything')).status).toBe(400);
  });

  it('takes passwords, under the rules of every other door', async () => {
    const csv = [
      'username,email,password',
      `mary,mary@example.org,${passwordOf('mary')}`,
      'ann,ann@example.org,password1234',
      // The first letter is Cyrillic.
      `аda,other@example.org,${passwordOf('other')}`,
    ].join('\n');
    const trial = await json<Imported>(await send(csv, '?dry_run=true'));
    const answer = await json<Imported>(await send(csv));

    expect(answer).toMatchObject({ created: 1, refused: [{ line: 3 }, { line: 4 }] });
    expect(trial).toEqual(answer);
    expect((await signIn('mary', passwordOf('mary'))).status).toBe(200);
  });

  it('takes hashes of other systems, which become ours at the first sign-in', async () => {
    const hash = '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'; // of test12345, as phpass has it
    const csv = `username,email,password_hash\nrosa,rosa@example.org,${hash}\nbad,bad@example.org,plain`;
    const trial = await json<Imported>(await send(csv, '?dry_run=true'));
    const answer = await json<Imported>(await send(csv, '?send_links=true'));
    expect([trial, answer]).toEqual([answer, answer]);
    expect(answer).toEqual({
      created: 1,
      refused: [{ line: 3, message: expect.stringContaining('password_hash') }],
    });
    const stored = async () =>
      (
        await auth.database.query(
          `SELECT password_hash, has_foreign_hash FROM auth_user WHERE username = 'rosa'`,
        )
      )[0];

    expect((await signIn('rosa', 'wrong')).status).toBe(400);
    expect(await stored()).toEqual({ password_hash: hash, has_foreign_hash: true });
    expect((await signIn('rosa', 'test12345')).status).toBe(200);
    expect(await stored()).toEqual({
      password_hash: expect.stringMatching(/^\$argon2id\$/),
      has_foreign_hash: false,
    });
    expect((await signIn('rosa', 'test12345')).status).toBe(200);
    expect((await signIn('rosa', hash)).status).toBe(400);
  });

  it('takes hashes of other systems, which a new password replaces too', async () => {
    const hash = '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0';
    await send(`username,email,password_hash\nrosalind,rosalind@example.org,${hash}`);
    const id = String((await userOf('rosalind'))?.['id']);
    await call('PATCH', `/users/${id}`, { password: passwordOf('rosalind') });

    expect(
      await auth.database.query(
        `SELECT has_foreign_hash FROM auth_user WHERE username = 'rosalind'`,
      ),
    ).toEqual([{ has_foreign_hash: false }]);
    expect((await signIn('rosalind', passwordOf('rosalind'))).status).toBe(200);
  });

  it('can be tried first, and be sent again', async () => {
    const csv = 'username,email\nalan2,alan2@example.org\nalan,alan3@example.org';
    const trial = await json<Imported>(await send(csv, '?dry_run=true'));
    expect(trial).toMatchObject({ created: 1, refused: [{ line: 3 }] });
    expect(await userOf('alan2')).toBeUndefined();

    await send(csv);
    expect(await json<Imported>(await send(csv))).toMatchObject({ created: 0 });
  });

  it.each<[string, string | Buffer]>([
    ['a column that is unknown', 'username,email,shoe_size\na,b,c'],
    ['a line that is too short', 'username,email\nonly'],
    ['a quote that is not closed', 'username,email\n"a,b'],
  ])('refuses %s', async (_what, csv) => {
    const answer = await send(csv);
    expect(answer.status).toBe(422);
    expect((await json<ErrorAnswer & object>(answer)).error).toBe('invalid_request');
  });

  it('refuses bytes that are not UTF-8, what is too large and what is no CSV', async () => {
    expect((await send(Buffer.from([0x61, 0xff]))).status).toBe(400);
    expect((await send('x'.repeat(5_000_000))).status).toBe(413);
    expect((await call('POST', '/users/import', { username: 'x' })).status).toBe(415);
  });
});
