import { cpSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { workspaceRoot } from '@sextant/platform-testing';
import { espeakData } from '../src/engines/sherpa/espeak-data.js';

const { resolve } = createRequire(import.meta.url);
const { version } = createRequire(import.meta.url)(
  join(dirname(resolve('@echogarden/espeak-ng-emscripten')), 'package.json'),
) as { readonly version: string };
/** Kept from run to run: unpacking takes a quarter of a second of the processor. */
const KEPT = join(workspaceRoot(), '.data/test/espeak-ng', version);
/** Those that models of tests speak; all others are 350 files and 23 MB. */
const LANGUAGES = ['en', 'es', 'fr', 'hi', 'it', 'pt'];

/** espeak-ng's data as a model brings it: a folder. The package has it in one file. */
export async function copyEspeakData(to: string): Promise<void> {
  cpSync(await espeakData([KEPT]), to, {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || isSpoken(path),
  });
}

/** Of dictionaries (`en_dict`) and languages (`lang/gmw/en-US`); what is for all of them is kept. */
function isSpoken(path: string): boolean {
  const [language = ''] = basename(path).split(/_dict$|-/);
  const isOfOne = path.endsWith('_dict') || /\/(?:lang|voices)\//.test(path);
  return !isOfOne || LANGUAGES.includes(language);
}
