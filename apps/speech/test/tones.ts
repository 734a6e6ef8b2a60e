import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { senseVoice, senseVoiceTokens, TONE_WORDS } from './sense-voice-model.js';

export const RATE = 16_000;
/** In the middle of quarters of the mel scale. */
const HZ = [300, 900, 2200, 5500];
/** Silence before each tone, which lasts a second with it. */
const QUIET = 0.45 * RATE;

/** Tones that the recogniser of `toneRecogniser` hears as words, by their numbers; a second each. */
export const tonesOf = (words: readonly number[]): Int16Array =>
  Int16Array.from({ length: words.length * RATE }, (_, n) => {
    const hz = HZ[words[Math.floor(n / RATE)] ?? 0] ?? 0;
    return n % RATE < QUIET ? 0 : 9000 * Math.sin((2 * Math.PI * hz * n) / RATE);
  });

/** What it writes down. */
export const wordsOf = (words: readonly number[]): string =>
  words.map((word) => TONE_WORDS[word] ?? '').join(' ');

/** A folder with a recogniser that hears tones as words; `remove` takes it away. */
export function toneRecogniser(): { readonly folder: string; readonly remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'sextant-tones-'));
  const folder = join(root, 'sherpa-onnx-sense-voice');
  mkdirSync(folder);
  writeFileSync(join(folder, 'model.int8.onnx'), senseVoice());
  writeFileSync(join(folder, 'tokens.txt'), senseVoiceTokens());
  return { folder, remove: () => rmSync(root, { recursive: true }) };
}
