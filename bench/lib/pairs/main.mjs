/**
 * A service beside an earlier build of it. Options: --against COMMIT (or a checkout that is built), --pairs N (20), --seconds N
 * (a run, 2), --cases LIST (all).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { machine, table } from '../report.mjs';
import { ROOT } from '../servers.mjs';
import { build, checkout } from './checkout.mjs';
import { comparePairs, idleMemory, memoryRow } from './pairs.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    pairs: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '2' },
    cases: { type: 'string' },
  },
});
const STARTS = 3;

const [name] = positionals;
const { project, start, cases } = await import(`./${name}.mjs`);
const [pairs, seconds] = [values.pairs, values.seconds].map(Number);

const folder = mkdtempSync(join(tmpdir(), 'bench-pairs-'));
const ends = [() => rmSync(folder, { recursive: true, force: true })];
try {
  build(project);
  const earlier = checkout(values.against, { project, folder });
  ends.unshift(earlier.remove);
  const { servers, memory } = await started([ROOT, earlier.root]);
  const { cores, node, date } = machine();
  console.log(
    `${project} beside ${values.against}: ${pairs} pairs, runs of ${seconds} s in turn; ${cores} cores shared with ` +
      `PostgreSQL and the load generator, Node ${node}, ${date}.\n`,
  );
  table([memoryRow(memory)]);
  const all = Object.entries(cases({ seconds }, servers));
  const wanted = values.cases?.split(',') ?? all.map(([one]) => one);
  const unknown = wanted.filter((one) => !all.some(([known]) => known === one));
  if (unknown.length > 0) {
    throw new RangeError(
      `There is no case ${unknown.join(', ')}. There are: ${all.map(([one]) => one).join(', ')}.`,
    );
  }
  const chosen = all.filter(([one]) => wanted.includes(one));
  table(await comparePairs(servers, Object.fromEntries(chosen), { pairs }));
} finally {
  for (const end of ends) await end();
}

/** Memory differs from start to start: all but the last are stopped again. */
async function started(roots) {
  const memory = [];
  for (let count = 1; ; count += 1) {
    const servers = [];
    for (const root of roots) {
      const server = await start(root);
      servers.push(server);
      ends.unshift(server.stop);
    }
    memory.push(await idleMemory(servers));
    if (count === STARTS) return { servers, memory };
    for (const stop of ends.splice(0, servers.length)) await stop();
  }
}
