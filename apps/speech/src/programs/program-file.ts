import { fileURLToPath } from 'node:url';

/**
 * File of a program by its name. Programs are run as they are built, in tests too: a thread cannot load TypeScript that
 * imports TypeScript.
 */
export const programFile = (name: string): string =>
  fileURLToPath(new URL(`../../programs/${name}.js`, import.meta.url)).replace(
    /([\\/])src([\\/]programs[\\/])/,
    '$1dist$2',
  );
