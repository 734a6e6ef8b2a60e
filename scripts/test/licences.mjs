import { readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { pathToFileURL } from 'node:url';

import satisfies from 'spdx-satisfies';

import { RUN_EXTRAS } from '../lib/extra-names.mjs';
import { projectDir } from '../lib/project.mjs';

/**
 * Every package that a service may run with has a licence which `licences.json` allows, for all or for
 * this package.
 *
 * @param {{ packages: Record<string, object> }} lock package-lock.json
 * @param {{ allowed: string[], packages: { names: string[], licence: string }[] }} rules
 * @returns {string[]} one line for each package that is not covered, and each rule that covers none
 */
export function licenceProblems(lock, rules) {
  const found = Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version, license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license,
    }));
  const exceptionFor = (name) =>
    rules.packages.find(({ names }) => names.some((pattern) => matchesGlob(name, pattern)));

  const refused = found
    .filter(({ name, licence }) => !isAllowed(licence, exceptionFor(name), rules.allowed))
    .map(({ name, version, licence }) => `${name}@${version}: ${licence ?? 'no licence given'}`);
  const idle = rules.packages
    .flatMap(({ names }) => names)
    .filter((pattern) => !found.some(({ name }) => matchesGlob(name, pattern)))
    .map((pattern) => `${pattern}: no such package any more`);
  return [...new Set([...refused, ...idle])].toSorted();
}

/** Without a licence in its package.json, a package has the one that was looked up. */
function isAllowed(licence, exception, allowed) {
  // Looked at as it is written, which may be no SPDX expression.
  if (licence !== undefined && licence === exception?.licence) return true;
  const list = exception === undefined ? allowed : [...allowed, exception.licence];
  try {
    return satisfies(licence ?? exception?.licence ?? '', list);
  } catch {
    return false; // not an SPDX expression
  }
}

const readJson = (...path) => JSON.parse(readFileSync(join(projectDir, ...path), 'utf8'));

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const rules = readJson('scripts', 'test', 'licences.json');
  const locks = [[], ...RUN_EXTRAS.map((name) => ['scripts', 'extras', name])].map((folder) =>
    readJson(...folder, 'package-lock.json'),
  );
  // Paths are told apart by nothing but their names: one package may stand in several locks.
  const packages = locks.flatMap((lock, at) =>
    Object.entries(lock.packages).map(([path, entry]) => [`${at}/${path}`, entry]),
  );
  const problems = licenceProblems({ packages: Object.fromEntries(packages) }, rules);
  for (const line of problems) console.log(line);
  if (problems.length > 0) {
    console.log(
      'Allow the licence in scripts/test/licences.json (and NOTICE), or choose another package.',
    );
    process.exitCode = 1;
  }
}
