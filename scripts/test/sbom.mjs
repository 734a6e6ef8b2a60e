import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { billOf } from '../lib/bill.mjs';
import { projectDir } from '../lib/project.mjs';

/** Writes what services run with as CycloneDX, for whoever publishes a build. */
const artifacts = join(projectDir, '.data', 'artifacts');
const bill = billOf(projectDir);
mkdirSync(artifacts, { recursive: true });
writeFileSync(join(artifacts, 'sbom.cdx.json'), JSON.stringify(bill));
console.log(`${bill.components.length} components in .data/artifacts/sbom.cdx.json`);
