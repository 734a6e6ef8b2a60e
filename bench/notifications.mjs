import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { median } from './lib/median.mjs';
import { burst, connected, post } from './lib/notifications-work.mjs';
import { person, startNotifications } from './lib/notifications-server.mjs';
import { build } from './lib/pairs/checkout.mjs';
import { freePort } from './lib/postgres.mjs';
import { machine, save, table } from './lib/report.mjs';
import { ROOT, start } from './lib/servers.mjs';

/**
 * Fan-out beside bare socket.io, creation beside the driver's own bulk insert into the same table, and
 * the list of one user among a million records.
 */
const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '7' },
    records: { type: 'string', default: '1000000' },
    only: { type: 'string', default: 'creation,fanOut,list' },
  },
});
const rounds = Number(values.rounds);
const clients = Number(values.clients);
const records = Number(values.records);

build('notifications');
const server = await startNotifications();
try {
  const manager = await server.issuer.token('manager', ['manager']);
  const results = { ...machine(), clients, rounds, records };
  const parts = { creation, fanOut, list };
  for (const name of values.only.split(',')) results[name] = await parts[name](manager);
  if (values.only.includes('creation,fanOut,list') && clients === 5000 && records === 1_000_000)
    save('notifications', results);
} finally {
  await server.stop();
}

async function creation(manager) {
  const database = new pg.Client({ connectionString: server.databaseUrl });
  // The server ends before its clients when a part fails: the failure is what counts.
  database.on('error', () => undefined);
  await database.connect();
  const rows = [];
  let one = 0;
  for (const count of [1, 10, 100, 1000, 10_000]) {
    const recipients = Array.from({ length: count }, (_unused, index) => person(`c-${index}`));
    const times = { service: [], driver: [] };
    const repeats = count >= 10_000 ? rounds : rounds * 5;
    for (let round = 0; round < repeats; round += 1) {
      times.service.push(await timed(() => post(server, manager, recipients, 'Bench')));
      times.driver.push(await timed(() => insert(database, recipients)));
    }
    const [service, driver] = [median(times.service), median(times.driver)];
    // What the request costs whoever it is for.
    if (count === 1) one = service;
    rows.push({
      recipients: count,
      'service ms': round1(service),
      'bulk insert ms': round1(driver),
      'service records/s': Math.round((count / service) * 1000),
      'µs a recipient': Math.round((service / count) * 1000),
      'µs a further one': count < 100 ? '' : Math.round(((service - one) / (count - 1)) * 1000),
      ratio: `${Math.round((driver / service) * 100)} %`,
    });
  }
  await database.end();
  table(rows);
  return rows;
}

/** What any program would have to do at least: the same rows, in one statement and one commit. */
async function insert(database, recipients) {
  const now = new Date();
  await database.query(
    `INSERT INTO notification (id, type, "user", user_id, user_name, checked, title, description,
       notification_type, auto_delete_on_check, created_at, updated_at)
     SELECT id, 'received', u, i, n, false, 'Bench', 'Text of the bench.', 'direct', true, $5, $5
     FROM unnest($1::bytea[], $2::bytea[], $3::text[], $4::text[]) AS t (id, u, i, n)`,
    [
      recipients.map(() => randomBytes(12)),
      recipients.map(({ user }) => Buffer.from(user, 'hex')),
      recipients.map(({ userId }) => userId),
      recipients.map(({ userName }) => userName),
      now,
    ],
  );
}

async function fanOut(manager) {
  const names = Array.from({ length: clients }, (_unused, index) => `f-${index}`);
  const tokens = await Promise.all(names.map((name) => server.issuer.token(name)));
  const recipients = names.map(person);
  const ours = await connected(
    server.url,
    tokens.map((token) => ({ token })),
  );

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const script = join(ROOT, 'bench/lib/bare-socket-io.mjs');
  const bare = await start(process.execPath, [script, String(port)], { url });
  const theirs = await connected(
    url,
    names.map((name) => ({ name })),
  );

  const spans = { service: [], bare: [] };
  for (let round = 0; round < rounds; round += 1) {
    spans.service.push(await burst(ours, () => post(server, manager, recipients, 'Fan-out')));
    spans.bare.push(await burst(theirs, async () => (await fetch(`${url}/burst`)).text()));
  }
  ours.kill();
  theirs.kill();
  await bare.stop();
  const row = (name, of) => ({
    server: name,
    'deliveries/s': Math.round((clients / median(of.map(({ spanMs }) => spanMs))) * 1000),
    'p99 ms after the first': round1(median(of.map(({ p99Ms }) => p99Ms))),
  });
  const rows = [row('notifications', spans.service), row('bare socket.io', spans.bare)];
  const ratio = rows[0]['deliveries/s'] / rows[1]['deliveries/s'];
  rows[0].ratio = `${Math.round(ratio * 100)} %`;
  rows[1].ratio = '';
  table(rows);
  return rows;
}

/** Users with a hundred records each, all together a million. */
async function list() {
  const database = new pg.Client({ connectionString: server.databaseUrl });
  await database.connect();
  const users = records / 100;
  await database.query(
    `INSERT INTO notification (id, type, "user", user_id, user_name, checked, title, description,
       notification_type, auto_delete_on_check, created_at, updated_at)
     SELECT decode(lpad(to_hex(n), 24, '0'), 'hex'), 'received',
       decode(left(encode(sha256(('l-' || n % $2)::bytea), 'hex'), 24), 'hex'), 'l-' || n % $2, 'Name',
       false, 'Bench', 'Text of the bench.', 'newPost', true, now() - n * interval '1 s', now()
     FROM generate_series(1, $1::integer) AS n`,
    [records, users],
  );
  await database.query('VACUUM ANALYZE notification');
  await database.query('CHECKPOINT'); // a million new rows are not what is measured
  await database.end();
  const rows = [];
  for (const limit of [20, 100]) {
    const times = [];
    for (let request = 0; request < 1500; request += 1) {
      const token = await server.issuer.token(`l-${(request * 7919) % users}`);
      const ms = await timed(async () => {
        const response = await fetch(
          `${server.url}/api/notifications?type=received&limit=${limit}`,
          { headers: { authorization: `Bearer ${token}` } },
        );
        const { notifications } = await response.json();
        if (notifications.length !== limit) throw new Error(`${notifications.length} records`);
      });
      if (request >= 500) times.push(ms);
    }
    times.sort((a, b) => a - b);
    rows.push({
      records: limit,
      among: records,
      'p50 ms': round1(times[500]),
      'p99 ms': round1(times[990]),
    });
  }
  table(rows);
  return rows;
}

async function timed(work) {
  const since = performance.now();
  await work();
  return performance.now() - since;
}

function round1(value) {
  return Math.round(value * 10) / 10;
}
