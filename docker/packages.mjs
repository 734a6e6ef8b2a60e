import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Packages that are reached from some folders, by Node's own rule: the nearest node_modules upwards that has them.
 * Optional peers are not: npm installs those that some other workspace has (TypeScript, mongoose). Those of scripts/extras/ are, where
 * they are installed.
 *
 * @param {string[]} from folders with a package.json
 * @param {string} root nothing above it is looked at
 * @returns {Set<string>} folders of packages; those of the workspace and the links to them
 */
export function reachable(from, root) {
  const found = new Set();
  const waiting = [...from];
  for (let named = waiting.pop(); named !== undefined; named = waiting.pop()) {
    if (found.has(named)) continue;
    const folder = realpathSync(named);
    found.add(named).add(folder);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = readJson(
      join(folder, 'package.json'),
    );
    const isNeeded = (name) =>
      peerDependenciesMeta?.[name]?.optional !== true || isExtra(name, root);
    const names = [
      ...Object.keys(dependencies ?? {}),
      ...Object.keys(optionalDependencies ?? {}),
      ...Object.keys(peerDependencies ?? {}).filter(isNeeded),
    ];
    waiting.push(...names.flatMap((name) => resolved(name, folder, root) ?? []));
  }
  return found;
}

/** Groups of packages that are installed apart are linked into node_modules. */
function isExtra(name, root) {
  const link = join(root, 'node_modules', name);
  return (
    existsSync(link) &&
    realpathSync(link).startsWith(join(realpathSync(root), 'scripts', 'extras', sep))
  );
}

function resolved(name, from, root) {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === root) break;
  }
  return undefined;
}

/**
 * @param {string} file
 * @returns {string | undefined} the folder of the package below a node_modules that has the file
 */
export function packageOf(file) {
  const parts = file.split(sep);
  const at = parts.lastIndexOf('node_modules');
  if (at < 0 || parts.length < at + 2) return undefined;
  return parts.slice(0, at + (parts[at + 1].startsWith('@') ? 3 : 2)).join(sep);
}

/** @param {string} folder of a package @returns {string} its name with its scope */
export function nameOf(folder) {
  const parts = folder.split(sep);
  return parts.slice(parts.lastIndexOf('node_modules') + 1).join('/');
}
