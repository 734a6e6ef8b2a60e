/**
 * go-template: how many messages a second does the library render, beside Go's own text/template on
 * the same templates? Options: --seconds N (a measurement's length, 2), --rounds N (3). Needs Go.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from '../libs/go-template/dist/index.js';
import { ALERT_TEMPLATES } from './lib/alert-templates.mjs';
import { median } from './lib/median.mjs';
import { machine, save, table } from './lib/report.mjs';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
  },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);

function renderHere({ template, data }) {
  const parsed = parse('bench', template);
  let rendered = 0;
  const start = performance.now();
  while (performance.now() - start < seconds * 1000) {
    for (let turn = 0; turn < 100; turn += 1) parsed.execute(data);
    rendered += 100;
  }
  return {
    output: parsed.execute(data),
    perSecond: (rendered * 1000) / (performance.now() - start),
  };
}

/** In turn, so that a machine whose speed drifts is unfair to neither. */
function measure(name, task, renderWithGo) {
  const runs = { here: [], go: [] };
  for (let turn = 0; turn < rounds; turn += 1) {
    const here = renderHere(task);
    const go = renderWithGo(task);
    if (here.output !== go.output) throw new Error(`${name}: the outputs differ`);
    runs.here.push(here.perSecond);
    runs.go.push(go.perSecond);
  }
  const [here, go] = [median(runs.here), median(runs.go)];
  return {
    template: name,
    bytes: Buffer.byteLength(renderWithGo({ ...task, seconds: 0 }).output),
    'go-template/s': Math.round(here),
    'Go text/template/s': Math.round(go),
    ratio: Number((here / go).toFixed(1)),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'bench-go-template-'));
try {
  const program = join(folder, 'go-template');
  const source = new URL('./lib/go-template.go', import.meta.url).pathname;
  execFileSync('go', ['build', '-o', program, source], { stdio: 'inherit' });
  const renderWithGo = (task) =>
    JSON.parse(execFileSync(program, { input: JSON.stringify({ seconds, ...task }) }));

  const where = machine();
  const goVersion = execFileSync('go', ['version']).toString().split(' ')[2];
  console.log(
    `Messages rendered a second, ${rounds} rounds of ${seconds} s, medians; one thread each, ` +
      `${where.cores} cores, Node ${where.node}, ${goVersion}, ${where.date}.\n`,
  );
  const rows = Object.entries(ALERT_TEMPLATES).map(([name, task]) =>
    measure(name, task, renderWithGo),
  );
  table(rows);
  save('go-template', { machine: where, go: goVersion, seconds, rounds, rows });
} finally {
  rmSync(folder, { recursive: true });
}
