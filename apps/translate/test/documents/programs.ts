import { execFile, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { pythonWith, workspaceRoot } from '@sextant/platform-testing';

const run = promisify(execFile);
const here = join(workspaceRoot(), 'apps/translate/test/python');

const works = (program: string, args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore' }).status === 0;

export const hasLibreOffice = works('soffice', ['--version']);

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

/** The same for several files, by one program. */
export async function allConverted(
  files: readonly string[],
  to: string,
  folder: string,
): Promise<readonly string[]> {
  const extension = to.split(':')[0] ?? to;
  const targets = files.map((file) => join(folder, basename(file).replace(/[^.]+$/, extension)));
  for (const target of targets) rmSync(target, { force: true });
  const conversion = last.then(() => convert(files, to, folder));
  last = conversion.catch(() => undefined);
  await conversion;
  const missing = files.filter((_file, at) => !existsSync(targets[at] ?? ''));
  if (missing.length > 0) throw new Error(`LibreOffice does not open ${missing.join(', ')}`);
  return targets;
}

async function convert(files: readonly string[], to: string, folder: string): Promise<void> {
  // Made at its first use, which takes as long as a conversion; it goes with the folder.
  const profile = join(folder, 'profile');
  await run('soffice', [
    ...['--headless', '--norestore', `-env:UserInstallation=file://${profile}`],
    ...['--convert-to', to, '--outdir', folder, ...files],
  ]);
}
