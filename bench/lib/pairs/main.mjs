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
import { comparePairs, idleMemory } from './pairs.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string' },
    pairs: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '2' },
    cases: { type: 'string' },
  },
});
const [name] = positionals;
const { project, start, cases } = await import(`./${name}.mjs`);
const [pairs, seconds] = [values.pairs, values.seconds].map(Number);

const folder = mkdtempSync(join(tmpdir(), 'bench-pairs-'));
const ends = [() => rmSync(folder, { recursive: true, force: true })];
try {
  build(project);
  const earlier = checkout(values.against, { project, folder });
  ends.unshift(earlier.remove);
  const servers = [];
  for (const root of [ROOT, earlier.root]) {
    const server = await start(root);
    servers.push(server);
    ends.unshift(server.stop);
  }
  const { cores, node, date } = machine();
  console.log(
    `${project} beside ${values.against}: ${pairs} pairs, runs of ${seconds} s in turn; ${cores} cores shared with ` +
      `PostgreSQL and the load generator, Node ${node}, ${date}.\n`,
  );
  table(await idleMemory(servers));
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
