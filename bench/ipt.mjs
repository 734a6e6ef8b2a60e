/**
 * ipt-graphql, as in production with PostgreSQL and a local chain, beside Apollo on Express in the same run: with an
 * empty resolver for operations, with the same SQL in its resolver for reads. Options: --seconds N (a measurement's
 * length, 2), --connections LIST (1,8,32).
 */
import { parseArgs } from 'node:util';
import { IptBench } from './lib/ipt-bench.mjs';
import { load } from './lib/load.mjs';
import { machine, round, save, table } from './lib/report.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '1,8,32' },
  },
});
const isFull = process.argv.length === 2;
const seconds = Number(values.seconds);
const counts = values.connections.split(',').map(Number);

const bench = await IptBench.start();
try {
  const operations = [];
  for (const { name, requests, bare, path } of await bench.cases()) {
    for (const connections of counts) {
      const ours = await load(bench.url, [...requests], { connections, seconds });
      const other = await load(bench.bareUrl + path, [...bare], { connections, seconds });
      operations.push({
        operation: name,
        connections,
        'req/s': round(ours.requestsPerSecond),
        'p50 ms': ours.p50Ms,
        'p99 ms': ours.p99Ms,
        'Apollo req/s': round(other.requestsPerSecond),
        'Apollo p99 ms': other.p99Ms,
        ratio: `${round((ours.requestsPerSecond / other.requestsPerSecond) * 100)} %`,
        failures: ours.failures + other.failures,
      });
    }
  }
  table(operations);

  const once = [await bench.signOffs(), await bench.wholeFlow(), await bench.imageToCid()];
  table(once);
  if (isFull) save('ipt', { machine: machine(), operations, once });
} finally {
  await bench.stop();
}
