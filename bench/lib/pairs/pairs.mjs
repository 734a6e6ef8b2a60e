import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../median.mjs';
import { processorSeconds, residentMib } from '../processes.mjs';
import { round } from '../report.mjs';
import { interval } from './interval.mjs';

/** What a service has loaded at its start is let go by then. */
const IDLE_MS = 15_000;

/** Before what is measured: the compiler is at work in the first seconds. */
const WARM_RUNS = 3;

/** More processor time for a request than this, of that of before, is slower. */
const DEARER = 1.05;

/**
 * @typedef {object} Figures
 * @property {number} requestsPerSecond
 * @property {number} failures
 * @property {number} [requests] answered, where that is not their rate by the time that the run took
 */

/**
 * This build beside an earlier one, in turn: pairs of runs of each case, which of the two begins changes from pair to
 * pair. What is judged is the processor time of the service for a request: it depends less than the rate on what
 * else the machine does, which stands beside it.
 *
 * @param {Record<string, { now: Figures, before: Figures }[]>} runs what earlier starts have given; added to
 * @param {[object, object]} servers now and before
 * @param {Record<string, (server: object) => Promise<Figures>>} cases
 */
export async function addPairs(runs, servers, cases, { pairs }) {
  for (let warm = 0; warm < WARM_RUNS; warm += 1) {
    for (const run of Object.values(cases)) for (const server of servers) await run(server);
  }
  for (const [name, run] of Object.entries(cases)) {
    runs[name] ??= [];
    for (let pair = 0; pair < pairs; pair += 1) runs[name].push(await onePair(run, servers, pair));
  }
}

async function onePair(run, [now, before], pair) {
  const first = pair % 2 === 0 ? await measured(run, now) : undefined;
  const earlier = await measured(run, before);
  return { now: first ?? (await measured(run, now)), before: earlier };
}

/** @param {Record<string, { now: Figures, before: Figures }[]>} runs */
export const caseRows = (runs) =>
  Object.entries(runs)
    .filter(([, pairs]) => pairs.length > 0)
    .map(([name, pairs]) => caseRow(name, pairs));

function caseRow(name, pairs) {
  const ours = pairs.map(({ now }) => now);
  const ratios = (key) =>
    pairs.map(({ now, before }) => now[key] / before[key]).filter(Number.isFinite);
  const cost = interval(ratios('requestMs'));
  return {
    case: name,
    pairs: pairs.length,
    'now /s': round(median(ours.map(({ requestsPerSecond }) => requestsPerSecond)), 1),
    'speed of before': percent(interval(ratios('requestsPerSecond')).median),
    'processor ms a request': round(median(ours.map(({ requestMs }) => requestMs)), 3),
    'of before': percent(cost.median),
    '95 % from': percent(cost.low),
    to: percent(cost.high),
    'not 5 % dearer': cost.high <= DEARER ? 'yes' : cost.low > DEARER ? 'no' : 'open',
    failures: pairs.reduce((sum, { now, before }) => sum + now.failures + before.failures, 0),
  };
}

const percent = (value) => `${round(value * 100, 1)} %`;

async function measured(run, server) {
  const startedMs = performance.now();
  const used = processorSeconds(server.pid);
  const figures = await run(server);
  const ms = (processorSeconds(server.pid) - used) * 1000;
  const seconds = (performance.now() - startedMs) / 1000;
  const { requests = figures.requestsPerSecond * seconds } = figures;
  return { ...figures, requestMs: ms / requests };
}

/** Resident memory of both in MiB, before anybody has asked them anything. */
export async function idleMemory(servers) {
  await pause(IDLE_MS);
  return servers.map(({ pid }) => residentMib(pid));
}

/** @param {[number, number][]} starts resident memory of both, of each start */
export function memoryRow(starts) {
  const [ours, earlier] = [0, 1].map((at) => median(starts.map((one) => one[at])));
  return {
    starts: starts.length,
    'idle MiB now': round(ours, 1),
    'idle MiB before': round(earlier, 1),
    ratio: percent(ours / earlier),
  };
}
