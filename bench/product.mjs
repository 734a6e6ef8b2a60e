/**
 * The whole product on one machine: what people do on a day, in proportion, more and more of them until it no longer
 * holds, and where the processor's time goes. Options: --seconds N (of each step, 15), --start N (people's days a second
 * at first, 1), --steps N (most, 8).
 */
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { openLoop } from './lib/open-loop.mjs';
import { aDay } from './lib/product-day.mjs';
import { ProductStack } from './lib/product-stack.mjs';
import { machine, round, save, table } from './lib/report.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    start: { type: 'string', default: '1' },
    steps: { type: 'string', default: '8' },
  },
});
const isFull = process.argv.length === 2;
const seconds = Number(values.seconds);
/** It no longer holds: more is refused or late than that, or one in twenty waits longer. */
const LIMITS = { failed: 0.01, p95Ms: 1000 };
const GENERATOR = 'load generator';

const stack = await ProductStack.start();
try {
  const things = await aDay(stack);
  await openLoop(things, { perSecond: Number(values.start), seconds: 10 }); // everything is warm
  const steps = [];
  let held;
  for (let step = 0, perSecond = Number(values.start); step < Number(values.steps); step += 1) {
    const measured = await measure(things, perSecond);
    steps.push(measured.whole);
    if (!measured.holds) {
      table(measured.work); // what has given way
      break;
    }
    held = measured;
    perSecond *= 1.5;
  }
  table(steps);
  if (held === undefined) throw new Error('Not even the first step held.');
  table(held.work);
  table(held.processor);
  const { work, processor } = held;
  if (isFull) save('product', { machine: machine(), seconds, steps, work, processor });
} finally {
  await stack.stop();
}

async function measure(things, perSecond) {
  const before = { ...stack.processorSeconds(), [GENERATOR]: ownSeconds() };
  const startedMs = performance.now();
  const report = await openLoop(things, { perSecond, seconds });
  const elapsed = (performance.now() - startedMs) / 1000;
  const after = { ...stack.processorSeconds(), [GENERATOR]: ownSeconds() };

  const rows = [...report.values()];
  const latencies = rows.flatMap(({ latenciesMs }) => latenciesMs);
  const sent = rows.reduce((all, row) => all + row.sent, 0);
  const failed = rows.reduce((all, row) => all + row.failures.length, 0);
  const p95Ms = percentile(latencies, 0.95);
  const used = Object.entries(after).map(([part, total]) => [part, total - (before[part] ?? 0)]);
  const busy = used.reduce((all, [, spent]) => all + spent, 0) / elapsed;
  return {
    holds: sent > 0 && failed <= sent * LIMITS.failed && p95Ms <= LIMITS.p95Ms,
    whole: {
      "people's days a second": round(perSecond, 2),
      'requests/s': round(sent / seconds),
      'p50 ms': round(percentile(latencies, 0.5)),
      'p95 ms': round(p95Ms),
      failed,
      'cores busy': `${round(busy, 2)} of ${cpus().length}`,
    },
    work: things.map(({ what, service }) => {
      const { sent: count, latenciesMs, failures } = report.get(what);
      return {
        ...{ what, service, 'a second': round(count / seconds, 1) },
        'p50 ms': round(percentile(latenciesMs, 0.5)),
        'p95 ms': round(percentile(latenciesMs, 0.95)),
        failed:
          failures.length === 0 ? 0 : `${failures.length} (${[...new Set(failures)].join(', ')})`,
      };
    }),
    processor: used
      .sort(([, one], [, other]) => other - one)
      .map(([part, spent]) => ({
        part,
        cores: round(spent / elapsed, 2),
        share: `${round((spent / elapsed / busy) * 100)} %`,
      })),
  };
}

function percentile(values_, share) {
  const sorted = [...values_].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function ownSeconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
