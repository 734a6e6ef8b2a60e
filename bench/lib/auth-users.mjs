import { adminToken } from './auth-flows.mjs';
import { round } from './report.mjs';
import { send } from './workers.mjs';

/** What an administrator asks of the list, each over HTTP, one after the other. */
const QUESTIONS = {
  'a user name': (n) => ({ q: `seed${n}` }),
  'an address': (n) => ({ q: `mail${n}@` }),
  'a name': (n) => ({ q: `person ${n}` }),
  'a beginning that all have': () => ({ q: 'mail' }),
  'a beginning that nobody has': () => ({ q: 'nobody-has-this' }),
  'a beginning that all have, locked': () => ({ q: 'mail', active: 'false' }),
  locked: () => ({ active: 'false' }),
  active: () => ({ active: 'true' }),
  administrators: () => ({ admin: 'true' }),
  'active administrators': () => ({ admin: 'true', active: 'true' }),
  'first page': () => ({}),
  'last page': (_n, users) => ({ offset: String(users - 25) }),
};

/**
 * The search of users among many, over HTTP; the console's view of users is one of these requests.
 *
 * @param {{ users: number, requests: number }} options how many users, and requests of each kind
 */
export async function userSearch({ database, ours }, { users, requests }) {
  await seed(database, users);
  const headers = { authorization: `Bearer ${await adminToken(ours)}` };
  const rows = [];
  for (const [question, filter] of Object.entries(QUESTIONS)) {
    const times = [];
    let failures = 0;
    for (let n = 0; n < requests; n += 1) {
      const query = new URLSearchParams({
        limit: '25',
        ...filter((n * 7919) % users, users),
      });
      const startedMs = performance.now();
      const { status } = await send(`${ours.url}/admin/users?${query.toString()}`, { headers });
      times.push(performance.now() - startedMs);
      if (status !== 200) failures += 1;
    }
    times.sort((a, b) => a - b);
    const at = (share) => round(times[Math.floor(times.length * share)], 1);
    rows.push({ 'users asked for by': question, 'p50 ms': at(0.5), 'p95 ms': at(0.95), failures });
  }
  return rows;
}

async function seed({ url }, users) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(SEED, [users]);
  await client.query('VACUUM ANALYZE auth_user');
  await client.end();
}

/** One in twenty is locked, one in a thousand an administrator. */
const SEED = `
  INSERT INTO auth_user (id, object_id, username, username_key, email, email_key, name, given_name,
    family_name, academy_id, roles, is_active, is_admin, is_verified, password_hash, claims, created_at)
  SELECT gen_random_uuid(), substr(md5('o' || n), 1, 24), 'seed' || n, 'seed' || n, 'mail' || n || '@example.org',
    'mail' || n || '@example.org', 'Person ' || n, 'Person', n::text, 'academy', '{student}', n % 20 <> 0,
    n % 1000 = 1, true, '-', '{}', now() - n * interval '1 minute'
  FROM generate_series(1, $1::int) AS n`;
