import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** Where Debian's language pair packages put their modes. */
export const MODES_DIR = '/usr/share/apertium/modes';

/**
 * Which Debian package brings a program that modes name. Not every pair depends on what its modes
 * need: apertium-spa-cat of Debian 12 does not bring cg-proc.
 */
const PACKAGE_OF = {
  'apertium-anaphora': 'apertium-anaphora',
  'apertium-interchunk': 'apertium',
  'apertium-postchunk': 'apertium',
  'apertium-posttransfer': 'apertium',
  'apertium-pretransfer': 'apertium',
  'apertium-tagger': 'apertium',
  'apertium-transfer': 'apertium',
  'cg-mwesplit': 'cg3',
  'cg-proc': 'cg3',
  'hfst-proc': 'hfst',
  'hfst-tokenize': 'hfst',
  'lrx-proc': 'apertium-lex-tools',
  'lsx-proc': 'apertium-separable',
  'lt-proc': 'lttoolbox',
  'rtx-proc': 'apertium-recursive',
};

/**
 * @param {string} modesDir
 * @returns {string[]} the packages of those programs that installed modes name and the PATH lacks
 */
export function packagesOfMissingPrograms(modesDir) {
  const missing = programsOf(modesDir).filter((program) => !isProgram(program));
  return [...new Set(missing.flatMap((program) => PACKAGE_OF[program] ?? []))].sort();
}

function programsOf(modesDir) {
  const stages = modeFiles(modesDir).flatMap((file) =>
    // A quoted part is never a program, and may hold a bar.
    readFileSync(file, 'utf8')
      .replace(/'[^']*'|"[^"]*"/g, '_')
      .split('|'),
  );
  return [...new Set(stages.flatMap((stage) => /\S+/.exec(stage) ?? []))];
}

function modeFiles(modesDir) {
  try {
    return readdirSync(modesDir)
      .filter((name) => name.endsWith('.mode'))
      .map((name) => join(modesDir, name));
  } catch {
    return []; // no pair is installed
  }
}

function isProgram(name) {
  const folders = isAbsolute(name) ? [''] : (process.env.PATH ?? '').split(delimiter);
  return folders.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false; // not there, or not ours to run
    }
  });
}
