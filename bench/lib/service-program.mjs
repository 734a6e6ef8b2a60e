import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * How `npm start` of a checkout runs a service: its bundle, with its flags; checkouts of before have neither.
 *
 * @param {string} root
 * @param {string} service
 * @returns {string[]} arguments of Node
 */
export function serviceProgram(root, service) {
  const [bundle, dist] = ['bundle', 'dist'].map((folder) =>
    join(root, 'apps', service, folder, 'main.js'),
  );
  if (!existsSync(bundle)) return ['--enable-source-maps', dist];
  const file = join(root, 'scripts/lib/node-flags.json');
  const flags = JSON.parse(readFileSync(file, 'utf8'));
  // An earlier form had variables beside the flags.
  return [...(Array.isArray(flags) ? flags : flags.flags), bundle];
}
