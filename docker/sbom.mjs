import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { billOf } from '../scripts/lib/bill.mjs';

/**
 * Writes what an image holds of npm's packages as CycloneDX, `sbom.cdx.json`, beside what docker/collect.mjs laid out:
 *
 *   node docker/sbom.mjs --service translate --out /out
 *
 * npm knows all that a service may install; what was not collected is left out.
 */
const { values } = parseArgs({
  options: {
    root: { type: 'string', default: process.cwd() },
    service: { type: 'string' },
    out: { type: 'string' },
  },
});
const { root, service, out } = values;
if (service === undefined || out === undefined) {
  process.stderr.write('Usage: node docker/sbom.mjs --service NAME --out FOLDER [--root FOLDER]\n');
  process.exit(1);
}

const collected = new Set(
  globSync(['packages/**/package.json', 'code/**/package.json'], { cwd: resolve(out) }).map(
    (file) => {
      const { name, version } = JSON.parse(readFileSync(join(resolve(out), file), 'utf8'));
      return `${name}@${version}`;
    },
  ),
);
/** The same version may be in several places; npm tells them apart behind a bar. */
const isCollected = (component) => collected.has(component['bom-ref'].split('|')[0]);

const bill = billOf(resolve(root), [`--workspace=@sextant/${service}`]);
bill.components = bill.components.filter(isCollected);
if (bill.components.length === 0) throw new Error('npm names no package that was collected');

const references = new Set(bill.components.map((component) => component['bom-ref']));
references.add(bill.metadata.component['bom-ref']);
bill.dependencies = (bill.dependencies ?? [])
  .filter(({ ref }) => references.has(ref))
  .map(({ ref, dependsOn = [] }) => ({
    ref,
    dependsOn: dependsOn.filter((one) => references.has(one)),
  }));

writeFileSync(join(resolve(out), 'code', 'sbom.cdx.json'), `${JSON.stringify(bill, null, 1)}\n`);
process.stdout.write(`${bill.components.length} components in sbom.cdx.json\n`);
