import { ApiError, eventsOf } from '@sextant/web/api';
import type { PlacedWord } from '../playback/words.js';
import type { Service } from '../service.js';

/** What was heard of a recording so far. */
export interface Transcript {
  readonly text: string;
  /** Words with their times; whole stretches where the recogniser tells no times of words. */
  readonly units: readonly PlacedWord[];
  /** How far it was heard, in milliseconds. */
  readonly heardMs: number;
  readonly isWhole: boolean;
}

interface TimedText {
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

/** What the service sends, in OpenAI's dialect; times are its own addition. */
export interface TranscriptEvent extends Partial<TimedText> {
  readonly type: string;
  readonly delta?: string;
  readonly words?: readonly (TimedText & { readonly word: string })[];
  readonly usage?: { readonly seconds: number };
  readonly error?: { readonly code: string; readonly message: string };
}

export const NOTHING_HEARD: Transcript = { text: '', units: [], heardMs: 0, isWhole: false };

const msOf = (seconds: number): number => Math.round(1000 * seconds);

/** A transcript with what came. */
export function withEvent(heard: Transcript, event: TranscriptEvent): Transcript {
  if (event.type === 'transcript.text.done') {
    const heardMs = Math.max(heard.heardMs, msOf(event.usage?.seconds ?? 0));
    return { ...heard, heardMs, isWhole: true };
  }
  const { delta = '', start = 0, end = 0, words } = event;
  const text = heard.text + delta;
  const found = placed(words ?? [], heard.text, text);
  const units =
    found.length === 0 && delta.trim() !== '' ? [unitOf(heard.text, delta, { start, end })] : found;
  return { text, units: [...heard.units, ...units], heardMs: msOf(end), isWhole: false };
}

/** A stretch as one unit, without the blank before it. */
function unitOf(before: string, delta: string, { start, end }: TimedText): PlacedWord {
  const at = before.length + delta.length - delta.trimStart().length;
  const last = before.length + delta.length;
  return { start: at, end: last, start_time: msOf(start), end_time: msOf(end) };
}

/** Each word where it stands in the text; one that is written otherwise there has no place and is left out. */
function placed(
  words: readonly (TimedText & { readonly word: string })[],
  before: string,
  text: string,
): readonly PlacedWord[] {
  let from = before.length;
  return words.flatMap(({ word, start, end }) => {
    const at = text.indexOf(word, from);
    if (at < 0) return [];
    from = at + word.length;
    return [{ start: at, end: from, start_time: msOf(start), end_time: msOf(end) }];
  });
}

export interface AskedTranscript {
  readonly file: Blob;
  readonly name: string;
  /** Empty: the recogniser finds out. */
  readonly language: string;
}

/** A recording as it is written down. @throws {ApiError} */
export async function* transcribe(
  { upload }: Service,
  { file, name, language }: AskedTranscript,
  { onSent, signal }: { readonly onSent: (share: number) => void; readonly signal: AbortSignal },
): AsyncGenerator<Transcript, void, undefined> {
  const form = new FormData();
  form.set('stream', 'true');
  if (language !== '') form.set('language', language);
  form.set('file', file, name);
  const response = await upload('/audio/transcriptions', { form, onSent, signal });
  let heard = NOTHING_HEARD;
  for await (const { data } of eventsOf(response)) {
    const event = data as TranscriptEvent;
    if (event.error !== undefined) throw new ApiError({ status: 0, ...event.error });
    heard = withEvent(heard, event);
    yield heard;
  }
}
