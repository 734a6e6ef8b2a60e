import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectDir } from '../lib/project.mjs';

/** Writes what services run with as CycloneDX, for whoever publishes a build. */
const artifacts = join(projectDir, '.data', 'artifacts');
const bill = execFileSync('npm', ['sbom', '--omit=dev', '--sbom-format=cyclonedx'], {
  cwd: projectDir,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
  stdio: ['ignore', 'pipe', 'pipe'],
});
mkdirSync(artifacts, { recursive: true });
writeFileSync(join(artifacts, 'sbom.cdx.json'), bill);
console.log(`${JSON.parse(bill).components.length} components in .data/artifacts/sbom.cdx.json`);
