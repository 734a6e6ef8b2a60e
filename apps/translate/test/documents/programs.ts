import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { pythonWith, workspaceRoot } from '@sextant/platform-testing';

const run = promisify(execFile);
const here = join(workspaceRoot(), 'apps/translate/test/python');

const found = spawnSync('soffice', ['--version'], { encoding: 'utf8' });

export const hasLibreOffice = found.status === 0;

/** Files of LibreOffice, kept from run to run: each of its starts takes a second of the processor. */
const KEPT = join(workspaceRoot(), '.data/test/libreoffice');

/** @returns what a script of test/python prints */
export async function runPython(script: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(await pythonWith(join(here, 'requirements.txt')), [
    join(here, script),
    ...args,
  ]);
  return stdout;
}

/** One program has a profile at a time. */
let last: Promise<unknown> = Promise.resolve();

/** @returns the file that LibreOffice makes of another one; fails for one that it cannot open */
export async function converted(file: string, to: string, folder: string): Promise<string> {
  const [made = ''] = await allConverted([file], to, folder);
  return made;
}

/** The same for a source of the tests: made once by each version of LibreOffice. */
export async function convertedOnce(file: string, to: string, folder: string): Promise<string> {
  const parts = [found.stdout, to, basename(file), readFileSync(file)];
  const digest = parts.reduce((hash, part) => hash.update(part).update('\0'), createHash('sha256'));
  const kept = join(KEPT, digest.digest('hex'));
  const target = targetOf(file, to, folder);
  if (existsSync(kept)) {
    copyFileSync(kept, target);
    return target;
  }
  await converted(file, to, folder);
  mkdirSync(KEPT, { recursive: true });
  // It appears whole.
  copyFileSync(target, `${kept}.${process.pid}.part`);
  renameSync(`${kept}.${process.pid}.part`, kept);
  return target;
}

/** The same for several files, by one program. */
export async function allConverted(
  files: readonly string[],
  to: string,
  folder: string,
): Promise<readonly string[]> {
  const targets = files.map((file) => targetOf(file, to, folder));
  for (const target of targets) rmSync(target, { force: true });
  const conversion = last.then(() => convert(files, to, folder));
  last = conversion.catch(() => undefined);
  await conversion;
  const missing = files.filter((_file, at) => !existsSync(targets[at] ?? ''));
  if (missing.length > 0) throw new Error(`LibreOffice does not open ${missing.join(', ')}`);
  return targets;
}

const targetOf = (file: string, to: string, folder: string): string =>
  join(folder, basename(file).replace(/[^.]+$/, to.split(':')[0] ?? to));

async function convert(files: readonly string[], to: string, folder: string): Promise<void> {
  // Made at its first use, which takes as long as a conversion; it goes with the folder.
  const profile = join(folder, 'profile');
  await run('soffice', [
    ...['--headless', '--norestore', `-env:UserInstallation=file://${profile}`],
    ...['--convert-to', to, '--outdir', folder, ...files],
  ]);
}
