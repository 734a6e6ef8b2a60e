import {
  copyFileSync,
  existsSync,
  globSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';

import { nodeFileTrace } from '@vercel/nft';

import { isExternal } from '../scripts/bundle/externals.mjs';
import { nameOf, packageOf, reachable } from './packages.mjs';
import { isData, isLeft, isUnused } from './unused.mjs';

/**
 * Lays out what one built service runs with, and nothing else:
 *
 *   node docker/collect.mjs --service translate --out /out
 *
 * `packages` gets what is below a node_modules and not in the service's bundle: code that the bundle reaches by its imports,
 * the data of these packages, and packages that are dependencies and that no import names (they are loaded by their name
 * while it runs, as TypeORM loads `pg`); of packages in the bundle, their names, versions and licences. `code` gets the
 * bundle in place of `dist`.
 */

/** What a service has beside its code. */
const PARTS = ['web/dist', 'mail/layout.html', 'languagetool'];

/**
 * @param {{ root: string, service: string, out: string }} options `root` is a workspace with all its packages, built
 * @returns {Promise<{ packages: string[], files: number }>} folders of packages, below `root`
 */
export async function collect({ root, service, out }) {
  const app = join(root, 'apps', service);
  const bundle = join(app, 'bundle');
  const entries = globSync(join(bundle, '**/*.js'));
  if (entries.length === 0) {
    throw new Error(`${service} is not built: apps/${service}/bundle has no code`);
  }

  const bundled = JSON.parse(readFileSync(join(bundle, 'packages.json'), 'utf8')).map((folder) =>
    join(root, folder),
  );
  const used = reachable([app], root);
  for (const folder of used) if (isLeft(nameOf(folder))) used.delete(folder);
  const traced = await trace(root, entries, used);
  const { whole } = traced;
  const files = new Set([...traced.files].filter((file) => !file.startsWith(bundle + sep)));
  const below = { packages: join(out, 'packages'), code: join(out, 'code') };
  const put = (file) => {
    const path = relative(root, file);
    place(file, join(packageOf(file) === undefined ? below.code : below.packages, path));
  };

  const folders = new Set([...[...files].map(packageOf), ...whole].filter(isPackage));
  // What no import names is found by its link.
  const links = [...used].filter((folder) => packageOf(folder) === folder && isLink(folder));
  const kept = new Set([...files, ...links.filter((link) => whole.has(realpathSync(link)))]);
  for (const folder of folders) {
    for (const file of dataOf(folder, whole.has(folder))) kept.add(file);
  }
  for (const folder of bundled) for (const file of noticesOf(folder)) kept.add(file);
  for (const file of partsOf(app)) kept.add(file);
  const code = entries.map((file) => readFileSync(file, 'utf8')).join('\n');
  const needed = [...kept].filter((file) => !isUnusedFile(file) && !isUnnamedFont(file, code));
  for (const file of needed) put(file);
  for (const file of filesOf(bundle, true)) {
    place(file, join(below.code, relative(root, app), 'dist', relative(bundle, file)));
  }
  return { packages: [...folders].map((folder) => relative(root, folder)), files: needed.length };
}

/** Twice: packages that no import names are entries themselves the second time. */
async function trace(root, entries, used) {
  const cache = {};
  const run = async (files) => {
    const { fileList, warnings } = await nodeFileTrace(files, {
      base: root,
      processCwd: root,
      cache,
      readFile: codeOf,
      ignore: (path) => {
        const folder = packageOf(join(root, path));
        return folder !== undefined && !used.has(folder);
      },
    });
    refuseUnread([...warnings]);
    return new Set([...fileList].map((path) => join(root, path)).filter(isFileOrLink));
  };
  const named = new Set([...(await run(entries))].map(packageOf));
  // What a package in the bundle needs is in the bundle.
  const outside = reachable([...used].filter(isOutside), root);
  const whole = new Set([...outside].filter((folder) => used.has(folder) && !named.has(folder)));
  const files = await run([...entries, ...[...whole].flatMap(mainOf)]);
  return { files, whole };
}

/** What such a file names would be missing in the image. */
function refuseUnread(warnings) {
  const unread = warnings.filter(({ message }) =>
    /^Failed to parse .+\.[cm]?js as module/.test(message),
  );
  if (unread.length > 0) throw new AggregateError(unread, unread.join('\n'));
}

/** Without one of these words code depends on nothing. */
const NAMING =
  /\b(?:import|require|process|__dirname|__filename|module)\b|\bexport\s*(?:[*{]|\/[*/])/;

/** What a trace reads. Dictionaries in JavaScript are long and name nothing: they are not worth parsing. */
async function codeOf(path) {
  try {
    const text = await readFile(path, 'utf8');
    return /\.[cm]?js$/.test(path) && !NAMING.test(text) ? '' : text;
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return null;
    throw error;
  }
}

const isOutside = (folder) => isPackage(folder) && isExternal(nameOf(folder));

/** Not a link to one of the workspace. */
const isPackage = (folder) =>
  folder !== undefined && packageOf(folder) === folder && !lstatSync(folder).isSymbolicLink();

const isLink = (path) => lstatSync(path).isSymbolicLink();

const isFileOrLink = (file) => {
  const stats = lstatSync(file);
  return stats.isFile() || stats.isSymbolicLink();
};

/** Fonts and the like have no code. */
function mainOf(folder) {
  try {
    const main = createRequire(join(folder, 'package.json')).resolve(folder);
    return /\.[cm]?js$/.test(main) ? [main] : [];
  } catch {
    return [];
  }
}

function* dataOf(folder, isWhole) {
  const name = nameOf(folder);
  for (const file of filesOf(folder)) {
    if (isWhole || isData(name, slashed(relative(folder, file)))) yield file;
  }
}

/** Name, version and licence of a package that is in the bundle. */
function* noticesOf(folder) {
  for (const file of filesOf(folder)) {
    const path = slashed(relative(folder, file));
    if (path === 'package.json' || /^[^/]*(licen[cs]e|notice|copying)[^/]*$/i.test(path))
      yield file;
  }
}

/** The service's own parts. */
function* partsOf(app) {
  yield join(app, 'package.json');
  for (const part of PARTS) {
    const path = join(app, part);
    if (!existsSync(path)) continue;
    if (statSync(path).isFile()) yield path;
    else yield* filesOf(path);
  }
}

function isUnusedFile(file) {
  const folder = packageOf(file);
  if (folder === undefined || folder === file) return false;
  return isUnused(nameOf(folder), slashed(relative(folder, file)));
}

/** A font is read by the name of its file. */
const isUnnamedFont = (file, code) =>
  file.includes('/@expo-google-fonts/') && file.endsWith('.ttf') && !code.includes(basename(file));

const slashed = (path) => path.split(sep).join('/');

/** Its own, not those of packages below it. */
function* filesOf(folder, isBundle = false) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const isWanted = isBundle || entry.name !== 'node_modules';
    if (entry.isDirectory() && isWanted) yield* filesOf(path, isBundle);
    else if (entry.isFile()) yield path;
  }
}

/** As a link where both are on one disk: images are made of copies of it. */
function place(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  if (lstatSync(from).isSymbolicLink()) {
    symlinkSync(readlinkSync(from), to);
    return;
  }
  try {
    linkSync(from, to);
  } catch (error) {
    if (error.code !== 'EXDEV') throw error;
    copyFileSync(from, to);
  }
}

if (import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({
    options: {
      root: { type: 'string', default: process.cwd() },
      service: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const { service, out } = values;
  if (service === undefined || out === undefined) {
    process.stderr.write(
      'Usage: node docker/collect.mjs --service NAME --out FOLDER [--root FOLDER]\n',
    );
    process.exit(1);
  }
  const { packages, files } = await collect({
    root: resolve(values.root),
    service,
    out: resolve(out),
  });
  process.stdout.write(`${service} runs with ${files} files of ${packages.length} packages\n`);
}
