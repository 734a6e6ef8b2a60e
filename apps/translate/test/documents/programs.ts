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

/** Of each folder: one profile serves one process at a time, and a new one takes longer to make than a file to convert. */
const turns = new Map<string, Promise<string>>();

/** @returns the file that LibreOffice makes of another one; fails for one that it cannot open */
export function converted(file: string, to: string, folder: string): Promise<string> {
  const before = turns.get(folder)?.catch(() => undefined) ?? Promise.resolve();
  const turn = before.then(() => convert(file, to, folder));
  turns.set(folder, turn);
  return turn;
}

async function convert(file: string, to: string, folder: string): Promise<string> {
  const extension = to.split(':')[0] ?? to;
  const target = join(folder, basename(file).replace(/[^.]+$/, extension));
  rmSync(target, { force: true });
  await run('soffice', [
    ...['--headless', '--norestore', `-env:UserInstallation=file://${join(folder, 'profile')}`],
    ...['--convert-to', to, '--outdir', folder, file],
  ]);
  if (!existsSync(target)) throw new Error(`LibreOffice does not open ${file}`);
  return target;
}
