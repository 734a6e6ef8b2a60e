import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { projectDir } from '../lib/project.mjs';

const FOLDERS = [
  'libs/web/src',
  'apps/auth-server/web/src',
  'apps/auth-server/src/pages',
  'apps/auth-server/src/accounts/pages',
  'apps/notifications/web/src',
  'apps/ipt-graphql/web/src',
  'apps/speech/web/src',
  'apps/translate/web/src',
];

/** One hash of everything that the pictures show. */
export function sourceHash(root = projectDir) {
  const hash = createHash('sha256');
  for (const folder of FOLDERS) {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort();
    for (const file of files) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
}
