import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How `npm start` of a checkout runs a service: its bundle, with the flags that are in it; checkouts of before have neither.
 *
 * @param {string} root
 * @param {string} service
 * @returns {{ args: string[], env: Record<string, string> }}
 */
export function serviceProgram(root, service) {
  const [bundle, dist] = ['bundle', 'dist'].map((folder) =>
    join(root, 'apps', service, folder, 'main.js'),
  );
  if (!existsSync(bundle)) return { args: ['--enable-source-maps', dist], env: {} };
  const file = join(root, 'scripts/lib/node-flags.json');
  const { flags, env } = JSON.parse(readFileSync(file, 'utf8'));
  return { args: [...flags, bundle], env };
}
