import { fileURLToPath } from 'node:url';

const SOURCES = new URL('..', import.meta.url).href.replace(/\/src\/$/, '/dist/');

/**
 * File of a program by its path in `src`. Programs are run as they are built, in tests too: a thread cannot load TypeScript
 * that imports TypeScript.
 */
export const programFile = (path: string): string => fileURLToPath(new URL(`${path}.js`, SOURCES));
