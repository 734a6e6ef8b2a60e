import { fileURLToPath } from 'node:url';
import { builtFile } from '@sextant/platform-runtime/config';

/**
 * File of a program by its path in `src`. Programs are run as they are built, in tests too: a thread cannot load TypeScript
 * that imports TypeScript.
 */
export const programFile = (path: string): string =>
  fileURLToPath(builtFile(import.meta.url, `../${path}.js`));
