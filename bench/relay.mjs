/**
 * relay: how many alerts a second does it take, each on the disk before it is answered, beside bare
 * node:http and beside Nest on Express, which keep nothing? How long does an API server wait meanwhile?
 * Does memory stay flat? Options: --seconds N (6), --rounds N (3), --events N (1000000, for memory).
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { load, median } from './lib/load.mjs';
import { alertRequest, reviewRequest, startBare, startRelay } from './lib/relay-servers.mjs';
import { paced } from './lib/paced.mjs';
import { machine, save, table } from './lib/report.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '3' },
    events: { type: 'string', default: '1000000' },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const CONNECTIONS = 50;
/** The rates at which admission answers are measured; the last one is the aim for alerts. */
const STEADY_ALERTS = [1000, 3000, 5000];
const STEADY_REVIEWS = 200;

const ALERTS = Array.from({ length: 1000 }, (_unused, number) => alertRequest(number));
const REVIEWS = Array.from({ length: 1000 }, (_unused, number) => reviewRequest(number));

const NO_HISTORY = { EVENTS_HISTORY_DAYS: '0' };

const round = (value, digits = 0) => Number(value.toFixed(digits));

/** All servers in turn, so that a machine whose speed drifts is unfair to none. */
async function throughput(servers) {
  const runs = new Map(servers.map(({ name }) => [name, []]));
  for (const { url } of servers) await load(url, ALERTS, { connections: CONNECTIONS, seconds: 2 });
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const { name, url } of servers) {
      runs.get(name).push(await load(url, ALERTS, { connections: CONNECTIONS, seconds }));
    }
  }
  const rows = servers.map(({ name, keeps }) => {
    const of = (figure) => median(runs.get(name).map((run) => run[figure]));
    return {
      server: name,
      'on the disk': keeps,
      'alerts/s': round(of('requestsPerSecond')),
      'p50 ms': of('p50Ms'),
      'p99 ms': of('p99Ms'),
      failures: runs.get(name).reduce((sum, run) => sum + run.failures, 0),
    };
  });
  const own = rows[0]['alerts/s'];
  return rows.map((row) => ({ ...row, 'relay beside it': round(own / row['alerts/s'], 2) }));
}

/**
 * Reviews at the address of alerts, and at their own, in turn. Both kinds are sent evenly, from threads of
 * their own: bursts of the generator are not the relay's.
 */
async function admissionUnderLoad({ url, reviewUrl }, alertsPerSecond) {
  const runs = { shared: [], own: [] };
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [listener, to] of Object.entries({ shared: url, own: reviewUrl })) {
      const [alerts, reviews] = await Promise.all([
        paced({ url, requests: ALERTS, perSecond: alertsPerSecond, seconds }),
        paced({ url: to, requests: REVIEWS, perSecond: STEADY_REVIEWS, seconds }),
      ]);
      runs[listener].push({ alerts, reviews });
    }
  }
  return Object.entries(runs).map(([listener, some]) => {
    const of = (pick) => round(median(some.map(pick)), 1);
    return {
      'alerts/s': alertsPerSecond,
      'reviews/s': STEADY_REVIEWS,
      listener,
      'review p50 ms': of(({ reviews }) => reviews.p50Ms),
      'review p99 ms': of(({ reviews }) => reviews.p99Ms),
      'alert p99 ms': of(({ alerts }) => alerts.p99Ms),
      failures: some.reduce(
        (sum, { alerts, reviews }) => sum + alerts.failures + reviews.failures,
        0,
      ),
    };
  });
}

/** What keeping everything searchable costs: two relays in turn, that differ in nothing else. */
async function historyCost() {
  const relays = { 'with history': await startRelay(), without: await startRelay(NO_HISTORY) };
  const runs = { 'with history': [], without: [] };
  try {
    for (let turn = 0; turn < rounds; turn += 1) {
      for (const [name, { url, pid }] of Object.entries(relays)) {
        const before = cpuSeconds(pid);
        const plan = { url, requests: ALERTS, perSecond: STEADY_ALERTS.at(-1), seconds };
        const alerts = await paced(plan);
        runs[name].push({ ...alerts, cpuMs: (1000 * (cpuSeconds(pid) - before)) / alerts.sent });
      }
    }
  } finally {
    for (const { stop } of Object.values(relays)) await stop();
  }
  return Object.entries(runs).map(([history, some]) => ({
    history,
    'alerts/s asked': STEADY_ALERTS.at(-1),
    'p50 ms': round(median(some.map(({ p50Ms }) => p50Ms)), 1),
    'p99 ms': round(median(some.map(({ p99Ms }) => p99Ms)), 1),
    'CPU ms an alert': round(median(some.map(({ cpuMs }) => cpuMs)), 3),
    failures: some.reduce((sum, { failures }) => sum + failures, 0),
  }));
}

/** User and system time of a process so far: `utime` and `stime`, in hundredths. */
function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

const rssMiB = (pid) => {
  const [, kib] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return round(Number(kib) / 1024);
};

/** One event a request, in tenths of the whole. */
async function memory(relay, events) {
  const rows = [];
  for (let tenth = 1; tenth <= 10; tenth += 1) {
    await autocannon({
      url: relay.url,
      requests: ALERTS,
      connections: CONNECTIONS,
      amount: Math.ceil(events / 10),
    });
    rows.push({ events: Math.ceil((events / 10) * tenth), 'RSS MiB': rssMiB(relay.pid) });
  }
  return rows;
}

const where = machine();
console.log(
  `One alert of 1 KB a request, ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s, medians; ` +
    `${where.cores} cores shared with the load generator, Node ${where.node}, ${where.date}.\n`,
);
const relay = { name: 'relay', keeps: 'yes', ...(await startRelay()) };
const others = [
  { name: 'node:http', keeps: 'no', ...(await startBare('node-http')) },
  { name: 'Nest on Express', keeps: 'no', ...(await startBare('nest-express')) },
];
try {
  const alerts = await throughput([relay, ...others]);
  console.log('Alerts taken and, by relay, delivered to standard output meanwhile:\n');
  table(alerts);
  for (const other of others.splice(0)) await other.stop(); // idle, they must not weigh on the rest
  const admission = [];
  for (const rate of STEADY_ALERTS) admission.push(...(await admissionUnderLoad(relay, rate)));
  console.log('Admission reviews of 2 KB while alerts arrive at a steady rate:\n');
  table(admission);
  const history = await historyCost();
  console.log('Alerts at a steady rate, with and without the history:\n');
  table(history);
  const flat = await memory(relay, Number(values.events));
  console.log('Memory of the process over the next events:\n');
  table(flat);
  save('relay', { machine: where, seconds, rounds, alerts, admission, history, memory: flat });
} finally {
  for (const other of others) await other.stop();
  await relay.stop();
}
console.log('Rendering beside Go: npm run bench -- go-template');
