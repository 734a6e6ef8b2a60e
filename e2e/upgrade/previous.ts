import { execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { workspaceRoot } from '@sextant/platform-testing';

/**
 * A folder that holds the version before, built; or its revision in git. No version has been released yet: this one is of
 * 25 November 2026, since when every service has changed its tables.
 */
const { SEXTANT_PREVIOUS: previous = 'c0ce0d3bd60f6de3' } = process.env;
const ROOT = workspaceRoot();

const git = (...words: readonly string[]) =>
  spawnSync('git', words, { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 30 });
const isFolder = existsSync(join(previous, 'apps'));
const revision = isFolder
  ? ''
  : git('rev-parse', '--verify', '--quiet', `${previous}^{commit}`).stdout.trim();

/** Not in a copy without history. */
export const hasPrevious = isFolder || revision !== '';

/** The version before, built; what it needs of other packages is what this version has installed. */
export function previousVersion(): string {
  if (isFolder) return previous;
  const folder = join(ROOT, '.data', 'upgrade', revision);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.draft-${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    const archive = execFileSync('git', ['archive', revision], { cwd: ROOT, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', draft], { input: archive });
    build(draft);
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/** As the target `build` of nx.json does it, for each package; pages and the frames of mails are this version's. */
function build(root: string): void {
  const packages = globSync('{apps,libs,libs/platform}/*/package.json', { cwd: root }).map(dirname);
  linkPackages(root, packages);
  const swc = join(ROOT, 'node_modules/.bin/swc');
  const words =
    'src --out-dir dist --delete-dir-on-start --strip-leading-paths --copy-files --quiet';
  for (const path of packages) {
    const cwd = join(root, path);
    const more = ['--ignore', '**/*.spec.ts', '--config-file', join(root, '.swcrc')];
    if (existsSync(join(cwd, 'src'))) execFileSync(swc, [...words.split(' '), ...more], { cwd });
  }
  // What Vite and the mails' builder make.
  for (const made of globSync('apps/*/{web,mail}/dist', { cwd: ROOT })) {
    if (existsSync(dirname(join(root, made)))) symlinkSync(join(ROOT, made), join(root, made));
  }
}

/** Its own libraries, and everything else as it is installed here. */
function linkPackages(root: string, packages: readonly string[]): void {
  const installed = join(ROOT, 'node_modules');
  mkdirSync(join(root, 'node_modules/@sextant'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@sextant') symlinkSync(join(installed, name), join(root, 'node_modules', name));
  }
  for (const path of packages) {
    const manifest: unknown = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    const { name } = manifest as { name: string };
    symlinkSync(join('../..', path), join(root, 'node_modules', name));
    const own = join(ROOT, path, 'node_modules');
    if (existsSync(own)) symlinkSync(own, join(root, path, 'node_modules'));
  }
}
