/**
 * ipt-graphql, as in production with PostgreSQL and a local chain, beside Apollo on Express in the same run: reads beside
 * the same SQL in its resolver, all else beside a resolver that is empty. Options: --seconds N (a measurement's
 * length, 1), --connections LIST (1,8,32).
 */
import { parseArgs } from 'node:util';
import { IptBench } from './lib/ipt-bench.mjs';
import { load } from './lib/load.mjs';
import { build } from './lib/pairs/checkout.mjs';
import { machine, round, save, table } from './lib/report.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '1' },
    connections: { type: 'string', default: '1,8,32' },
  },
});
const isFull = process.argv.length === 2;
const seconds = Number(values.seconds);
const WARM_SECONDS = 2;
const counts = values.connections.split(',').map(Number);

build('ipt-graphql');
const bench = await IptBench.start();
try {
  const cases = await bench.cases();
  const operations = [];
  const measure = async (name, query, url, connections) => {
    const requests = [await bench.requestOf(name, query, url)];
    // One that is new each time is printed, one after the other: in a second none of 32 would be answered.
    const isNew = typeof query === 'function';
    const until = isNew ? { amount: Math.max(16, 2 * connections) } : { seconds };
    return load(url, requests, { connections, ...until });
  };
  // Compiled by then, as in services that have run for a minute: both sides.
  for (const { name, query, bare } of cases.filter((one) => one.bare !== undefined)) {
    for (const [text, url] of [
      [query, bench.url],
      [bare, `${bench.bareUrl}/sql`],
    ]) {
      await load(url, [await bench.requestOf(name, text, url)], {
        connections: 8,
        seconds: WARM_SECONDS,
      });
    }
  }
  for (const connections of counts) {
    const [{ bare: simplest }] = cases;
    const empty = await measure('empty', simplest, `${bench.bareUrl}/empty`, connections);
    for (const { name, query, bare } of cases) {
      const ours = await measure(name, query, bench.url, connections);
      const other =
        bare === undefined ? empty : await measure(name, bare, `${bench.bareUrl}/sql`, connections);
      operations.push({
        operation: name,
        connections,
        'req/s': round(ours.requestsPerSecond),
        'p50 ms': milliseconds(ours.p50Ms),
        'p99 ms': milliseconds(ours.p99Ms),
        'Apollo with': bare === undefined ? 'nothing' : 'the same SQL',
        'Apollo req/s': round(other.requestsPerSecond),
        'Apollo p99 ms': milliseconds(other.p99Ms),
        ratio: `${round((ours.requestsPerSecond / other.requestsPerSecond) * 100)} %`,
        failures: ours.failures + other.failures,
      });
    }
  }
  table(operations);

  const once = [];
  for (const connections of counts) once.push(await bench.signOffs(connections));
  once.push(await bench.wholeFlow(), await bench.imageToCid());
  table(once);
  if (isFull) save('ipt', { machine: machine(), seconds, operations, once });
} finally {
  await bench.stop();
}

/** Latencies are counted in whole milliseconds: what is below one is not nothing. */
function milliseconds(value) {
  return value === 0 ? '< 1' : value;
}
