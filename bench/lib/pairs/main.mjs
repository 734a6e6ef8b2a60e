/**
 * A service beside an earlier build of it. Options: --against COMMIT (or a checkout that is built), --pairs N (20), --seconds N
 * (a run, 2), --cases LIST (all).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { machine, table } from '../report.mjs';
import { ROOT } from '../servers.mjs';
import { build, checkout } from './checkout.mjs';
import { addPairs, caseRows, idleMemory, memoryRow } from './pairs.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    pairs: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '2' },
    cases: { type: 'string' },
  },
});
/** Memory differs from start to start, and so does what the compiler makes of the code: both are of several. */
const STARTS = 3;

const [name] = positionals;
const { project, start, cases } = await import(`./${name}.mjs`);
const [pairs, seconds] = [values.pairs, values.seconds].map(Number);

const folder = mkdtempSync(join(tmpdir(), 'bench-pairs-'));
const ends = [() => rmSync(folder, { recursive: true, force: true })];
const memory = [];
const runs = {};
let areShown = false;
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) {
  process.once(signal, () => void interrupted(signal));
}
try {
  build(project);
  const earlier = checkout(values.against, { project, folder });
  ends.unshift(earlier.remove);
  const roots = [ROOT, earlier.root];
  const { cores, node, date } = machine();
  console.log(
    `${project} beside ${values.against}: ${pairs} pairs in ${STARTS} starts, runs of ${seconds} s in turn; ${cores} cores ` +
      `shared with PostgreSQL and the load generator, Node ${node}, ${date}.\n`,
  );
  for (let begun = 0; begun < STARTS; begun += 1) {
    const servers = await started(roots);
    memory.push(await idleMemory(servers));
    const share = Math.ceil((pairs - (begun * pairs) / STARTS) / (STARTS - begun));
    await addPairs(runs, servers, chosen(cases({ seconds }, servers)), { pairs: share });
    for (const stop of ends.splice(0, servers.length)) await stop();
    console.error(`Start ${begun + 1} of ${STARTS} is measured.`);
  }
} finally {
  tables();
  await endAll();
}

/** Of as many pairs as were measured, once: a bench that ends early keeps what it has. */
function tables() {
  if (areShown) return;
  areShown = true;
  if (memory.length > 0) table([memoryRow(memory)]);
  const rows = caseRows(runs);
  if (rows.length > 0) table(rows);
}

async function endAll() {
  for (const end of ends.splice(0)) await end();
}

/** The services have process groups of their own, which the signal does not reach. */
async function interrupted(signal) {
  // What is being measured fails when its services end: that may not end this program before they have.
  process.on('uncaughtException', () => {});
  console.log(`Interrupted by ${signal} before all pairs were measured:\n`);
  tables();
  await endAll();
  process.exit(128 + constants.signals[signal]);
}

/** Of all cases those that were asked for. */
function chosen(all) {
  const names = Object.keys(all);
  // Some names have commas.
  const wanted = values.cases?.split(/,(?! |\d{3})/) ?? names;
  const unknown = wanted.filter((one) => !names.includes(one));
  if (unknown.length > 0) {
    throw new RangeError(`There is no case ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  }
  return Object.fromEntries(wanted.map((one) => [one, all[one]]));
}

async function started(roots) {
  const servers = [];
  for (const root of roots) {
    const server = await start(root);
    servers.push(server);
    ends.unshift(server.stop);
  }
  return servers;
}
