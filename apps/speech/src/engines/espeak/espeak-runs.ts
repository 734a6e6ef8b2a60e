import type { EspeakRun } from './espeak-jobs.js';
import { espeakPhonemes } from './espeak-phonemes.js';
import { isSameStyle, type Style } from '../../text/words/style.js';
import type { SpokenWord, Utterance } from '../../text/words/utterance.js';

/** Pace of espeak-ng's voices, in words a minute. */
const WORDS_PER_MINUTE = 175;
/** Faster than this the `rate` of its SSML stops working, and the run gets a pace of its own. */
const MAX_SSML_RATE = 2.5;
const NEUTRAL_PITCH = 50;
const MAX_PITCH = 99;

export interface RunOptions {
  readonly voice: string;
  readonly rate: number;
  readonly pitch: number;
  /** espeak-ng's voice for a language (BCP 47), if it has one; keeps the speaker where it can. */
  readonly voiceOf: (language: string) => string | undefined;
}

/**
 * Splits an utterance where espeak-ng's SSML cannot follow: at pauses, which become exact silence (a mark right
 * after `<break>` gets lost), at other languages (so do marks after `<voice>`), and where it has to be very fast.
 */
export function espeakRuns(utterance: Utterance, options: RunOptions): EspeakRun[] {
  const runs: EspeakRun[] = [];
  let words: SpokenWord[] = [];
  let pauseMs = 0;
  const flush = (nextPauseMs: number): void => {
    if (words.length > 0 || pauseMs > 0) runs.push(runOf(words, pauseMs, options));
    words = [];
    pauseMs = nextPauseMs;
  };
  for (const item of utterance.sentences.flatMap((sentence) => sentence.items)) {
    if (item.kind === 'break') {
      if (words.length > 0) flush(item.ms);
      else pauseMs += item.ms;
      continue;
    }
    const last = words.at(-1);
    if (last !== undefined && needsNewRun(last.style, item.style)) flush(0);
    words.push(item);
  }
  flush(0);
  return runs;
}

/** Clauses that are said in one go: less than half a minute of speech, in some hundredths of a second. */
const MAX_BATCH_CLAUSES = 12;
/** Of the first: whoever comes next may have to wait for it. */
const FIRST_BATCH_CLAUSES = 4;

/** Parts of a long text between which others get their turn. */
export function batchesOf(runs: readonly EspeakRun[]): EspeakRun[][] {
  const batches: EspeakRun[][] = [];
  let room = 0;
  for (const run of runs) {
    let rest: EspeakRun | undefined = run;
    while (rest !== undefined) {
      if (room <= 0) {
        batches.push([]);
        room = batches.length === 1 ? FIRST_BATCH_CLAUSES : MAX_BATCH_CLAUSES;
      }
      const clauses: readonly string[] = rest.clauses.slice(0, room);
      batches.at(-1)?.push({ ...rest, clauses });
      room -= Math.max(1, clauses.length);
      const left: readonly string[] = rest.clauses.slice(clauses.length);
      rest = left.length === 0 ? undefined : { ...rest, clauses: left, pauseMs: 0 };
    }
  }
  return batches;
}

/** Characters of a batch: what it costs. */
export const costOf = (batch: readonly EspeakRun[]): number =>
  batch.flatMap(({ clauses }) => clauses).reduce((sum, clause) => sum + clause.length, 0);

const isFast = (style: Style): boolean => style.rate > MAX_SSML_RATE;

const needsNewRun = (before: Style, after: Style): boolean =>
  before.language !== after.language ||
  isFast(before) !== isFast(after) ||
  (isFast(after) && before.rate !== after.rate);

function runOf(words: readonly SpokenWord[], pauseMs: number, options: RunOptions): EspeakRun {
  const style = words[0]?.style;
  const language = style?.language;
  const foreign = language === undefined ? undefined : options.voiceOf(language);
  const voice = foreign ?? options.voice;
  const pace = style !== undefined && isFast(style) ? style.rate : 1;
  return {
    clauses: clausesOf(words).map(
      (clause) => `<speak>${stretches(clause, voice.replace(/\+.*/, ''))}</speak>`,
    ),
    voice,
    wordsPerMinute: Math.round(WORDS_PER_MINUTE * options.rate * pace),
    pitch: Math.min(MAX_PITCH, Math.max(0, Math.round(pitchSetting(options.pitch)))),
    pauseMs,
  };
}

/** Longer clauses are cut by espeak-ng itself, at a place of its own choice. */
const MAX_CLAUSE_WORDS = 60;
/** After what espeak-ng begins a new clause. */
const CLAUSE_END = /[.,;:!?…—–)\]。、！？，；：।॥؟،؛][\p{P}]*$/u;
/** Within a word that is said in full, such as "1, 2": what follows it begins anew. */
const CLAUSE_INSIDE = /[.,;:!?…]\s/u;
/** Before what it does. */
const CLAUSE_BEGIN = /^[\p{P}]*[([]/u;

function clausesOf(words: readonly SpokenWord[]): readonly (readonly SpokenWord[])[] {
  const clauses: SpokenWord[][] = [];
  for (const word of words) {
    const clause = clauses.at(-1);
    if (clause === undefined || beginsClause(word, clause)) clauses.push([word]);
    else clause.push(word);
  }
  return clauses;
}

function beginsClause({ text }: SpokenWord, before: readonly SpokenWord[]): boolean {
  const last = before.at(-1)?.text ?? '';
  return (
    before.length >= MAX_CLAUSE_WORDS ||
    CLAUSE_END.test(last) ||
    CLAUSE_INSIDE.test(last) ||
    CLAUSE_BEGIN.test(text)
  );
}

/** espeak-ng's pitch is no factor: measured, 0 is about 0.6 of the voice's own and 99 about 1.8 (`en-us`). */
const pitchSetting = (factor: number): number =>
  factor <= 1
    ? ((factor - 0.6) / 0.4) * NEUTRAL_PITCH
    : NEUTRAL_PITCH + ((factor - 1) / 0.8) * (MAX_PITCH - NEUTRAL_PITCH);

/** Words of the same style share their elements, so that the melody goes on. */
function stretches(words: readonly SpokenWord[], language: string): string {
  let ssml = '';
  let open: Style | undefined;
  for (const item of words) {
    const { word, style } = item;
    if (open === undefined || !isSameStyle(open, style)) {
      if (open !== undefined) ssml += closing(open);
      ssml += opening(style);
      open = style;
    }
    ssml += `<mark name="${word}"/>${textOf(item, language)} `;
  }
  return open === undefined ? ssml : ssml + closing(open);
}

function opening(style: Style): string {
  const attributes = prosodyAttributes(style);
  const prosody = attributes === '' ? '' : `<prosody${attributes}>`;
  return style.emphasis === undefined ? prosody : `${prosody}<emphasis level="${style.emphasis}">`;
}

function closing(style: Style): string {
  const emphasis = style.emphasis === undefined ? '' : '</emphasis>';
  return prosodyAttributes(style) === '' ? emphasis : `${emphasis}</prosody>`;
}

function prosodyAttributes({ rate, pitch, volumeDb, ...style }: Style): string {
  const percent = (factor: number): string => `${Math.round(factor * 100)}%`;
  const isPlainRate = rate === 1 || isFast({ rate, pitch, volumeDb, ...style });
  const gain = 10 ** (volumeDb / 20) - 1;
  return [
    isPlainRate ? '' : ` rate="${percent(rate)}"`,
    pitch === 1 ? '' : ` pitch="${percent(pitch)}"`,
    // It knows no decibels, and a percentage only as a change.
    volumeDb === 0 ? '' : ` volume="${gain < 0 ? '-' : '+'}${percent(Math.abs(gain))}"`,
  ].join('');
}

/** A pronunciation is said where the language has its sounds, else the text. */
function textOf({ text, style }: SpokenWord, language: string): string {
  const phonemes = style.ipa === undefined ? undefined : espeakPhonemes(language, style.ipa);
  if (phonemes === undefined) return escaped(text);
  return phonemes + escaped(/\p{P}*$/u.exec(text)?.[0] ?? '');
}

/** Two brackets would begin phonemes, a control character a command of espeak-ng's own. */
const escaped = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .replace(/-{3,}/g, '—') // libespeak-ng 1.51 ends at `---` before some scripts
    .replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? '')
    .replace(/\[{2,}/g, '[');
