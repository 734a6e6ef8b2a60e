import { readFileSync } from 'node:fs';

/**
 * The version of a package, as its package.json has it.
 *
 * @param moduleUrl `import.meta.url` of a module directly in the package's `src`, or in its `dist`
 */
export function packageVersion(moduleUrl: string): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', moduleUrl), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    if (typeof manifest.version === 'string') return manifest.version;
  }
  throw new Error(`The package.json above ${moduleUrl} has no version.`);
}
