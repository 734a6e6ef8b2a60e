import { editingStage } from '../modes/editing-stage.js';
import { ANALYSER, GENERATOR, type Stage } from '../modes/mode-file.js';
import { derivedName } from '../modes/derived-name.js';
import type { ApertiumMode } from '../modes/modes.js';
import { withPossessives } from '../modes/possessives.js';

const POST_GENERATOR = /autopgen[^/]*\.bin$/;

/** Between a word that comes out as it is and the engine's word for its stand-in. */
export const FIXED_WORD_END = '‹';

/**
 * `[[t:f:0:alumne]]gos[[/]]` becomes `[[t:f:0]]alumne‹gos[[/]]`: the post-generator joins words (`El gos`, `L'alumne`)
 * and shows their borders no more, and contracts articles by the letters of the word behind them.
 */
const NAMING_FIXED_WORDS = editingStage(
  'basic',
  String.raw`s/\[\[t:f:\([0-9]*\):\([^];]*\)\]\][~*#@]*\([^[~]*\)[^[]*\[\[\/\]\]/[[t:f:\1]]\2${FIXED_WORD_END}\3[[\/]]/g`,
);

/**
 * `[[t:f:0:hogar]]^El<det>…$` becomes `[[t:d:0]]^El<det>…$`: an article that rules add to a stand-in has its blank, and is no
 * word of it.
 */
const NAMING_ARTICLES = editingStage(
  'extended',
  String.raw`s/\[\[t:f:([0-9]+):[^];]*\]\](\^[^$<]*<(det|predet|pr)>)/[[t:d:\1]]\2/g`,
);

/**
 * The mode with word-bound blanks: what stands in `[[t:s:1]]…[[/]]` comes out around the same words,
 * wherever the rules have moved them, and unknown words come out with `*`.
 *
 * The blanks are attached to words behind the analyser and taken off before the generator, as
 * `apertium-wblank-mode` of Apertium 3.8 does; a transfer that looks words up itself is taken apart for it.
 *
 * @returns undefined when the mode has no analyser or no generator of the usual name
 */
export function markedMode({ name, directions, stages }: ApertiumMode): ApertiumMode | undefined {
  const separate = withPossessives(stages, directions).flatMap(withLookupApart);
  const analyser = separate.findIndex((stage) => reads(stage, ANALYSER));
  const generator = separate.findIndex((stage) => reads(stage, GENERATOR));
  const generating = separate[generator];
  if (analyser === -1 || generating === undefined || generator <= analyser) return undefined;
  const joining = separate.findIndex((stage, at) => at > generator && reads(stage, POST_GENERATOR));
  const end = joining === -1 ? separate.length : joining;
  return {
    name: derivedName(name, 'spans'),
    directions,
    stages: [
      ...separate.slice(0, analyser + 1),
      { program: 'apertium-wblank-attach', args: ['-z'] },
      ...separate.slice(analyser + 1, generator),
      NAMING_ARTICLES,
      { program: 'apertium-wblank-detach', args: ['-z'] },
      markingUnknown(generating),
      ...separate.slice(generator + 1, end),
      NAMING_FIXED_WORDS,
      ...separate.slice(end),
    ],
  };
}

const reads = ({ args }: Stage, file: RegExp): boolean => args.some((arg) => file.test(arg));

/** `apertium-transfer RULES BIN DICTIONARY`: the dictionary is looked up by an `lt-proc -b` before it. */
export function withLookupApart(stage: Stage): readonly Stage[] {
  const { program, args } = stage;
  const files = args.filter((arg) => !arg.startsWith('-'));
  const dictionary = files[2];
  if (program !== 'apertium-transfer' || dictionary === undefined || args.includes('-n')) {
    return [stage];
  }
  const [rules = '', compiled = ''] = files;
  return [
    { program: 'lt-proc', args: ['-z', '-b', dictionary] },
    { program, args: ['-z', '-b', rules, compiled] },
  ];
}

function markingUnknown({ program, args }: Stage): Stage {
  return { program, args: args.map((arg) => (arg === '-n' ? '-g' : arg)) };
}
