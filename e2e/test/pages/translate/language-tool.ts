import { spawnSync } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '@sextant/platform-testing';
import { hasBrowser } from '@sextant/platform-testing/browser';

/** Kept from run to run, and apart from that of translate's own tests, which may be fetched at the same moment. */
const MODELS = join(workspaceRoot(), '.data/test/page-models');

/** Whether LanguageTool can be had: as an operator gets it. */
function hasLanguageTool(): boolean {
  const { stderr, error } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  if (error !== undefined || Number(/version "(\d+)/.exec(stderr)?.[1] ?? 0) < 17) return false;
  const command = join(workspaceRoot(), 'scripts/models/models-run.mjs');
  const add = [command, 'add', 'languagetool', '--folder', MODELS];
  return spawnSync(process.execPath, add, { stdio: 'ignore' }).status === 0;
}

export const isCorrected = hasBrowser && hasLanguageTool();

/** Before the start. */
export async function withLanguageTool(dataDir: string): Promise<void> {
  if (!isCorrected) return;
  const folder = join(dataDir, 'models/correctors');
  await mkdir(folder, { recursive: true });
  await symlink(join(MODELS, 'correctors/languagetool'), join(folder, 'languagetool'));
}
