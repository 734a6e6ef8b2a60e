import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Takes out of an installed workspace what one service does not run with.
 *
 *   node docker/prune.mjs --root /app --service translate
 *
 * npm installs optional peers that some other workspace has (TypeScript, mongoose), and all platforms' binaries and all
 * weights of a font come in one package. What stays: packages that the service's and the libraries' `dependencies` reach,
 * and of these what this platform runs.
 */

/** Folders of a package of which only some are used here; the service's own code names the weights that it reads. */
const RULES = [
  {
    name: /^onnxruntime-node$/,
    isUnused: (file) =>
      /^bin\/napi-v\d+\//.test(file) && !file.includes(`/${process.platform}/${process.arch}/`),
  },
  {
    name: /^@expo-google-fonts\//,
    isUnused: (file) =>
      /\.ttf$/.test(file) && !/^(400Regular|400Regular_Italic|700Bold|700Bold_Italic)\//.test(file),
  },
  // Types, and what leads a debugger to sources that are not there.
  { name: /./, isUnused: (file) => /\.(d\.[cm]?ts|map|tsbuildinfo|flow)$/.test(file) },
];

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Packages that are reached from some folders, by Node's own rule: the nearest node_modules upwards that has them.
 *
 * @param {string[]} from folders with a package.json
 * @param {string} root nothing above it is looked at
 * @returns {Set<string>} folders of packages
 */
export function reachable(from, root) {
  const found = new Set();
  const waiting = [...from];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = readJson(
      join(folder, 'package.json'),
    );
    const isNeeded = (name) => peerDependenciesMeta?.[name]?.optional !== true;
    const names = [
      ...Object.keys(dependencies ?? {}),
      ...Object.keys(optionalDependencies ?? {}),
      ...Object.keys(peerDependencies ?? {}).filter(isNeeded),
    ];
    waiting.push(...names.flatMap((name) => resolved(name, folder, root) ?? []));
  }
  return found;
}

function resolved(name, from, root) {
  for (let folder = from; folder.startsWith(root); folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === root) break;
  }
  return undefined;
}

/** Every package below a node_modules, links of the workspace too. */
function* packagesIn(modules) {
  if (!existsSync(modules)) return;
  for (const entry of readdirSync(modules)) {
    if (entry.startsWith('.')) continue;
    const folder = join(modules, entry);
    if (entry.startsWith('@')) yield* packagesIn(folder);
    else {
      if (existsSync(join(folder, 'package.json'))) yield folder;
      yield* packagesIn(join(folder, 'node_modules'));
    }
  }
}

/**
 * @param {{ root: string, service: string }} options
 * @returns {{ packages: string[], files: number }} what was removed
 */
export function prune({ root, service }) {
  const kept = reachable([join(root, 'apps', service)], root);
  const unused = [...modulesOf(root, service)].flatMap((modules) =>
    [...packagesIn(modules)].filter((folder) => !hasKept(folder, kept)),
  );
  for (const folder of unused) rmSync(folder, { recursive: true, force: true });
  let files = 0;
  for (const folder of kept) {
    if (!folder.includes(`${sep}node_modules${sep}`)) continue;
    const name = nameOf(folder);
    const rules = RULES.filter((rule) => rule.name.test(name));
    for (const file of filesOf(folder)) {
      const path = relative(folder, file).split(sep).join('/');
      if (!rules.some(({ isUnused }) => isUnused(path))) continue;
      rmSync(file);
      files += 1;
    }
  }
  return { packages: unused.map((folder) => relative(root, folder)), files };
}

const modulesOf = (root, service) => [
  join(root, 'node_modules'),
  join(root, 'apps', service, 'node_modules'),
];

/** A package that is unused itself may hold one, in its own node_modules, that is not. */
const hasKept = (folder, kept) =>
  [...kept].some((each) => each === folder || each.startsWith(`${folder}${sep}node_modules${sep}`));

function nameOf(folder) {
  const scope = basename(dirname(folder));
  return scope.startsWith('@') ? `${scope}/${basename(folder)}` : basename(folder);
}

/** Its own, not those of packages below it; a link of the workspace has none here. */
function* filesOf(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* filesOf(path);
    else if (entry.isFile()) yield path;
  }
}

if (import.meta.filename === process.argv[1]) {
  const { values } = parseArgs({
    options: { root: { type: 'string', default: process.cwd() }, service: { type: 'string' } },
  });
  if (values.service === undefined) {
    process.stderr.write('Usage: node docker/prune.mjs --service NAME [--root FOLDER]\n');
    process.exit(1);
  }
  const { packages, files } = prune({ root: values.root, service: values.service });
  process.stdout.write(
    `${packages.length} packages and ${files} files are not needed by ${values.service}\n`,
  );
}
