import { setTimeout as pause } from 'node:timers/promises';
import { residentMib } from '../processes.mjs';
import { median } from '../median.mjs';
import { round } from '../report.mjs';
import { interval } from './interval.mjs';

/** What a service has loaded at its start is let go by then. */
const IDLE_MS = 15_000;

/**
 * This build beside an earlier one, in turn: pairs of runs of each case, which of the two begins changes from pair to pair.
 * The interval is that of the mean of the logarithms of their ratios.
 *
 * @param {[object, object]} servers now and before
 * @param {Record<string, (server: object) => Promise<{ requestsPerSecond: number, failures: number }>>} cases
 */
export async function comparePairs(servers, cases, { pairs }) {
  for (const run of Object.values(cases)) for (const server of servers) await run(server);
  const rows = [];
  for (const [name, run] of Object.entries(cases)) {
    rows.push(await caseRow(name, run, { servers, pairs }));
  }
  return rows;
}

async function caseRow(name, run, { servers: [now, before], pairs }) {
  const ratios = [];
  const speeds = new Map([now, before].map((server) => [server, []]));
  let failures = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    for (const server of pair % 2 === 0 ? [now, before] : [before, now]) {
      const figures = await run(server);
      failures += figures.failures;
      speeds.get(server).push(figures.requestsPerSecond);
    }
    ratios.push(Math.log(speeds.get(now).at(-1) / speeds.get(before).at(-1)));
  }
  const { low, mean, high } = interval(ratios);
  const percent = (value) => `${round(Math.exp(value) * 100, 1)} %`;
  return {
    case: name,
    pairs,
    'now /s': round(median(speeds.get(now)), 1),
    'before /s': round(median(speeds.get(before)), 1),
    'speed of before': percent(mean),
    '95 % from': percent(low),
    to: percent(high),
    'not 5 % slower': Math.exp(low) >= 0.95 ? 'yes' : Math.exp(high) < 0.95 ? 'no' : 'open',
    failures,
  };
}

/** Resident memory of both, before anybody has asked them anything. */
export async function idleMemory([now, before]) {
  await pause(IDLE_MS);
  const [ours, earlier] = [now, before].map(({ pid }) => residentMib(pid));
  return [
    {
      'idle MiB now': round(ours, 1),
      'idle MiB before': round(earlier, 1),
      ratio: `${round((ours / earlier) * 100, 1)} %`,
    },
  ];
}
