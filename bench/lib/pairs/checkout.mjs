import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { ROOT } from '../servers.mjs';

/** Of the root, and what single projects have of their own. */
const PACKAGES = [
  'node_modules',
  'apps/*/node_modules',
  'libs/{*,platform/*}/node_modules',
  'scripts/extras/*/node_modules',
];
const LOCK = 'package-lock.json';

export function build(project, root = ROOT) {
  const nx = join(root, 'node_modules/.bin/nx');
  const target = existsSync(join(root, 'scripts/bundle')) ? 'bundle' : 'build';
  execFileSync(nx, ['run-many', '-t', target, '-p', project, '--outputStyle=static'], {
    cwd: root,
    stdio: 'ignore',
    env: { ...process.env, NX_DAEMON: 'false' },
  });
}

/**
 * An earlier state, built.
 *
 * @param {string} against a checkout that is built, or a commit: it gets a work tree of its own in `folder`, with the packages
 *   of this one as hard links, or installed where its lock file is another
 * @returns {{ root: string, remove: () => void }}
 */
export function checkout(against, { project, folder }) {
  const built = resolve(against);
  if (existsSync(join(built, 'apps', project, 'dist/main.js'))) {
    return { root: built, remove: () => undefined };
  }
  const root = join(folder, 'before');
  const git = (...args) => execFileSync('git', args, { cwd: ROOT, stdio: 'ignore' });
  git('worktree', 'add', '--detach', root, against);
  const lock = (place) => readFileSync(join(place, LOCK), 'utf8');
  if (lock(root) === lock(ROOT)) {
    for (const packages of globSync(PACKAGES, { cwd: ROOT })) {
      execFileSync('cp', ['-al', join(ROOT, packages), join(root, packages)]);
    }
  } else {
    execFileSync('npm', ['ci', '--loglevel=error'], { cwd: root, stdio: 'inherit' });
  }
  build(project, root);
  return { root, remove: () => git('worktree', 'remove', '--force', root) };
}
