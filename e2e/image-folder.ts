import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { workspaceRoot } from '@sextant/platform-testing';

/**
 * Lays a built service out as docker/Dockerfile does: compiled code with its manifests, pages as they were built, and what
 * it runs with of its packages. Files are links to those of the workspace if both are on one disk.
 */
export function serviceFolder(root: string, app: string): void {
  const workspace = workspaceRoot();
  const out = `${root}.parts`;
  execFileSync(process.execPath, [
    join(workspace, 'docker/collect.mjs'),
    ...['--root', workspace, '--service', app, '--out', out],
  ]);
  execFileSync('cp', ['-al', `${out}/packages/.`, `${out}/code/.`, root]);
  execFileSync('rm', ['-r', out]);
}
