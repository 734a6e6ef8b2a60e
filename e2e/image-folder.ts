import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { workspaceRoot } from '@sextant/platform-testing';

/**
 * Lays a built service out as docker/Dockerfile does: compiled code with its manifests, pages as they were built, and the
 * packages that it runs with. Files are links to those of the workspace.
 */
export function serviceFolder(root: string, app: string): void {
  const workspace = workspaceRoot();
  const manifest = (folder: string): void => {
    mkdirSync(join(root, folder), { recursive: true });
    cpSync(join(workspace, folder, 'package.json'), join(root, folder, 'package.json'));
  };
  const linked = (path: string): void => {
    if (!existsSync(join(workspace, path))) return;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    execFileSync('cp', ['-al', join(workspace, path), join(root, path)]);
  };
  const libraries = [
    ...readdirSync(join(workspace, 'libs/platform')).map((name) => `libs/platform/${name}`),
    'libs/go-template',
  ].filter((folder) => existsSync(join(workspace, folder, 'package.json')));
  for (const folder of libraries) {
    manifest(folder);
    for (const part of ['dist', 'node_modules']) linked(`${folder}/${part}`);
  }
  manifest(`apps/${app}`);
  const left = new Set(['src', 'test', 'out-tsc', 'web', 'package.json']);
  for (const part of readdirSync(join(workspace, 'apps', app))) {
    if (!left.has(part)) linked(`apps/${app}/${part}`);
  }
  linked(`apps/${app}/web/dist`);
  linked('node_modules');
  execFileSync(process.execPath, [
    join(workspace, 'docker/prune.mjs'),
    ...['--root', root, '--service', app],
  ]);
}
