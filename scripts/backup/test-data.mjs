import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach } from 'node:test';

import { projectDir } from '../lib/project.mjs';

/** Anew for each case: its folder, data of a start in it, and the file of a backup. */
export let folder, data, file;
let programs, preloads;

/** For each case of the file that calls this. */
export function prepareData() {
  beforeEach(makeData);
  afterEach(() => rmSync(folder, { recursive: true }));
}

function makeData() {
  [programs, preloads] = [[], []];
  folder = mkdtempSync(join(tmpdir(), 'sextant-backup-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL's user must enter it
  [data, file] = [join(folder, 'data'), join(folder, 'backup.tar.gz')];
  put('postgres/PG_VERSION', '18');
  put('speech/audio', 'sound');
  put('dev-credentials.json', '{}');
  put('logs/relay.log', 'much');
  put('mine.txt', 'not of npm start');
}

export function put(name, text) {
  mkdirSync(join(data, name, '..'), { recursive: true });
  writeFileSync(join(data, name), text);
}

/** Without what the script installs before: it is there. */
export function run(script, ...args) {
  const { status, stdout } = spawnSync(
    process.execPath,
    [...preloads, join(projectDir, 'scripts', script), ...args],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: [...programs, process.env.PATH].join(delimiter) },
    },
  );
  return { status, output: stdout };
}

/** From now on `tar` does something before, in a shell. */
export function beforeTar(script) {
  programs = [join(folder, 'programs')];
  mkdirSync(programs[0], { recursive: true });
  const { stdout } = spawnSync('sh', ['-c', 'command -v tar'], { encoding: 'utf8' });
  const program = join(programs[0], 'tar');
  writeFileSync(program, `#!/bin/sh\n${script}\nexec ${stdout.trim()} "$@"\n`, { mode: 0o755 });
}

/** From now on a script runs this before, which may change `fs` and the prototype of what `open` of `fs/promises` gives. */
export function beforeScript(code) {
  const preload = join(folder, 'preload.mjs');
  const lines = [
    `import fs from 'node:fs';`,
    `import { open } from 'node:fs/promises';`,
    `import { once } from 'node:events';`,
    `import { syncBuiltinESMExports } from 'node:module';`,
    `const opened = await open('/dev/null');`,
    `const handle = Object.getPrototypeOf(opened);`,
    `await opened.close();`,
    code,
    `syncBuiltinESMExports();`,
  ];
  writeFileSync(preload, lines.join('\n'));
  preloads = ['--import', preload];
}

export const backup = (...args) => run('backup/backup.mjs', ...args);
export const restore = (...args) => run('restore/restore-run.mjs', ...args);
export const entries = (path) => readdirSync(path).sort();
