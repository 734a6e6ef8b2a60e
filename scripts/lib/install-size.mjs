import { globSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** What `npm start` installs: other groups of scripts/extras/ come when they are asked for. */
const INSTALLED = [
  'node_modules',
  '{apps,libs,libs/platform}/*/node_modules',
  'e2e/node_modules',
  'scripts/extras/node/node_modules',
];

/** Tools keep what they have computed here. */
const CACHES = new Set(['.cache', '.vite']);

const BLOCK = 512;
const MIB = 1024 * 1024;

/**
 * @param {string} root of a workspace that is installed
 * @returns {{ mib: number, files: number }} room on the disk; files with two names count once
 */
export function installSize(root) {
  const seen = new Set();
  let bytes = 0;
  const measure = (path) => {
    const { blocks, ino, nlink } = lstatSync(path);
    if (nlink > 1 && seen.has(ino)) return;
    seen.add(ino);
    bytes += blocks * BLOCK;
  };
  let files = 0;
  const walk = (folder) => {
    measure(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) {
        files += 1;
        measure(path);
      } else if (!CACHES.has(entry.name)) {
        walk(path);
      }
    }
  };
  for (const modules of globSync(INSTALLED, { cwd: root })) walk(join(root, modules));
  return { mib: Math.ceil(bytes / MIB), files };
}
