/**
 * install: what does the installation of a fresh clone take, beside that of an earlier commit? Both are cloned and installed in
 * turn (before, now, now, before), with the same cache of npm. Options: --before COMMIT (HEAD~1).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installSize } from '../scripts/lib/install-size.mjs';
import { median } from './lib/median.mjs';
import { machine, save, table } from './lib/report.mjs';
import { ROOT } from './lib/servers.mjs';

const { values } = parseArgs({ options: { before: { type: 'string', default: 'HEAD~1' } } });
const folder = mkdtempSync(join(tmpdir(), 'bench-install-'));
const clones = { before: join(folder, 'before'), now: join(folder, 'now') };

/** What a start does with packages, the removal of what nothing reads too. */
function bootstrapOf(cwd) {
  // It stood elsewhere once.
  const places = ['scripts/lib/bootstrap.mjs', 'scripts/bootstrap.mjs'];
  const place = places.find((file) => existsSync(join(cwd, file)));
  return `const { bootstrap } = await import('./${place}'); await bootstrap();`;
}

function clone(to, commit) {
  execFileSync('git', ['clone', '--quiet', ROOT, to]);
  execFileSync('git', ['checkout', '--quiet', commit], { cwd: to });
}

/** Of a program that starts others, too: `process.resourceUsage` knows of this process alone. */
function timed(cwd, command, args) {
  const startMs = performance.now();
  const timing = ['-c', '"$@" >&2; echo $?; times', 'bash'];
  const { stdout } = spawnSync('bash', [...timing, command, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  });
  const [status, , ofChildren = ''] = stdout.trim().split('\n');
  if (status !== '0') throw new Error(`${command} ${args[0]} failed in ${cwd}`);
  const parts = [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)];
  const processorSeconds = parts.reduce(
    (sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds),
    0,
  );
  return { seconds: (performance.now() - startMs) / 1000, processorSeconds };
}

function measure(which) {
  const cwd = clones[which];
  execFileSync('git', ['clean', '-ffdxq'], { cwd });
  const npm = timed(cwd, 'npm', ['ci', '--include=dev', '--loglevel=error']);
  const rest = timed(cwd, 'node', ['--input-type=module', '-e', bootstrapOf(cwd)]);
  return { npm, rest, ...installSize(cwd) };
}

try {
  clone(clones.before, values.before);
  clone(
    clones.now,
    execFileSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim(),
  );
  const runs = { before: [], now: [] };
  for (const which of ['before', 'now', 'now', 'before']) runs[which].push(measure(which));
  const rows = [
    ['npm ci, s', ({ npm }) => npm.seconds],
    ['npm ci, processor, s', ({ npm }) => npm.processorSeconds],
    [
      'with what npm start installs beside it and removes, s',
      ({ npm, rest }) => npm.seconds + rest.seconds,
    ],
    ['on the disk, MiB', ({ mib }) => mib],
    ['files', ({ files }) => files],
  ].map(([what, figureOf]) => ({
    what,
    now: Math.round(median(runs.now.map(figureOf))),
    before: Math.round(median(runs.before.map(figureOf))),
  }));
  table(rows);
  save('install', { machine: machine(), rows });
} finally {
  rmSync(folder, { recursive: true, force: true });
}
