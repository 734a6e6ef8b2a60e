import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
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

/** @returns the file that LibreOffice makes of another one; fails for one that it cannot open */
export async function converted(file: string, to: string, folder: string): Promise<string> {
  const profile = mkdtempSync(join(folder, 'profile-'));
  const extension = to.split(':')[0] ?? to;
  const target = join(folder, basename(file).replace(/[^.]+$/, extension));
  rmSync(target, { force: true });
  await run('soffice', [
    ...['--headless', `-env:UserInstallation=file://${profile}`],
    ...['--convert-to', to, '--outdir', folder, file],
  ]);
  rmSync(profile, { recursive: true });
  if (!existsSync(target)) throw new Error(`LibreOffice does not open ${file}`);
  return target;
}
