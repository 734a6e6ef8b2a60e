import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { RUN_EXTRAS } from './extra-names.mjs';

/**
 * What services may run with, as npm describes it in CycloneDX: the workspace's packages and those of scripts/extras/.
 *
 * @param {string} root of the workspace
 * @param {string[]} [flags] of `npm sbom`, for the workspace
 */
export function billOf(root, flags = []) {
  const [bill, ...others] = [
    sbom(root, flags),
    ...RUN_EXTRAS.map((name) => sbom(join(root, 'scripts', 'extras', name), [])),
  ];
  for (const { components, dependencies = [], metadata } of others) {
    const own = metadata.component['bom-ref'];
    const known = new Set(bill.components.map((each) => each['bom-ref']));
    const added = components.filter((each) => !known.has(each['bom-ref']));
    const references = new Set(added.map((each) => each['bom-ref']));
    bill.components.push(...added);
    bill.dependencies.push(...dependencies.filter(({ ref }) => ref !== own && references.has(ref)));
  }
  return bill;
}

/** By the lock file: what is linked into node_modules beside it is told by its own. */
function sbom(cwd, flags) {
  const words = ['sbom', '--package-lock-only', '--omit=dev', '--sbom-format=cyclonedx', ...flags];
  const options = { cwd, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 };
  return JSON.parse(execFileSync('npm', words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }));
}
