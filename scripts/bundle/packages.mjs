import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { nameOf, packageOf } from '../../docker/packages.mjs';
import { hasOwnRequire, hasUnusedFiles, isAbsent, isExternal } from './externals.mjs';

/**
 * What becomes of the packages that a service imports: in the bundle, or left where they are.
 *
 * @param {string} app folder of the service
 * @returns {import('rolldown').Plugin}
 */
export function packages(app) {
  return {
    name: 'packages',
    resolveId: {
      filter: { id: /^[^./\0]/ },
      handler(id, importer) {
        if (isAbsent(id)) return { id, external: true };
        if (!isExternal(id)) return null;
        if (importer !== undefined) requireSame(id, importer, app);
        return { id, external: true };
      },
    },
    transform: {
      filter: { id: /[\\/]node_modules[\\/]/, code: /\b(__dirname|__filename|createRequire)\b/ },
      handler(code, id) {
        const name = nameOf(packageOf(id));
        if (name === '@nestjs/mapped-types')
          return { code: code.replace(OWN_REQUIRE, ''), map: null };
        if (/\bcreateRequire\(/.test(withoutComments(code)) && !hasOwnRequire(name)) {
          throw new Error(
            `${name} makes a require of its own in ${id}: what it loads would be there twice`,
          );
        }
        if (hasUnusedFiles(name) || !/\b__(dirname|filename)\b/.test(withoutComments(code))) return;
        throw new Error(`${name} looks for files beside ${id}: it cannot be bundled`);
      },
    },
  };
}

/** It shares the decorators' metadata of class-transformer with the service: both must be of the bundle. */
const OWN_REQUIRE = /^const require = createRequire\(import\.meta\.url\);$/m;

/** What is left out is found from the bundle: it must be the version that the package would have found. */
function requireSame(id, importer, app) {
  const [one, other] = [importer, join(app, 'package.json')].map((from) => versionOf(id, from));
  if (one === undefined || one === other) return;
  throw new Error(`${importer} needs ${id} ${one}, and from ${app} it is ${other}`);
}

function versionOf(id, from) {
  const name = id.split('/', id.startsWith('@') ? 2 : 1).join('/');
  for (const folder of createRequire(from).resolve.paths(name) ?? []) {
    try {
      return JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')).version;
    } catch (error) {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    }
  }
  return undefined;
}

const withoutComments = (code) => code.replaceAll(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
