import { NOTHING_HEARD, withEvent, type Transcript } from '../transcription/transcription.js';
import type { HeardMessage, HeardWord } from './live-messages.js';

/** What was said between two pauses. Times are milliseconds from the first sound of this text. */
export interface Utterance {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Absent where the recogniser tells no times of words. */
  readonly words: readonly HeardWord[] | undefined;
}

/** What was heard so far. */
export interface LiveText {
  readonly finals: readonly Utterance[];
  /** What is being said: it may change. */
  readonly interim: Utterance | undefined;
  /** BCP 47 of what was said last, where the recogniser tells it. */
  readonly language: string | undefined;
}

export const NOTHING_SAID: LiveText = { finals: [], interim: undefined, language: undefined };

/** @param offsetMs when the session of the message began */
export function withHeard(before: LiveText, message: HeardMessage, offsetMs: number): LiveText {
  const { type, text, words, language = before.language } = message;
  // Noise is no speech.
  if (text === '') return { ...before, interim: undefined };
  const moved = words?.map(({ value, start_time, end_time }) => ({
    value,
    ...{ start_time: start_time + offsetMs, end_time: end_time + offsetMs },
  }));
  const [startMs, endMs] = [message.start_time + offsetMs, message.end_time + offsetMs];
  const utterance = { text, startMs, endMs, words: moved };
  if (type === 'interim') return { ...before, interim: utterance, language };
  return { finals: [...before.finals, utterance], interim: undefined, language };
}

/** Nothing more is heard: what was being said stays as it was heard last, for it is better than nothing. */
export const settled = ({ finals, interim, language }: LiveText): LiveText => ({
  finals: interim === undefined ? finals : [...finals, interim],
  interim: undefined,
  language,
});

/** With the time of each word, for captions. */
export const transcriptOf = (finals: readonly Utterance[]): Transcript =>
  finals.reduce(
    (heard, { text, startMs, endMs, words }) =>
      withEvent(heard, {
        type: 'transcript.text.delta',
        delta: heard.text === '' ? text : ` ${text}`,
        ...{ start: startMs / 1000, end: endMs / 1000 },
        ...(words === undefined
          ? {}
          : {
              words: words.map(({ value, start_time, end_time }) => ({
                ...{ word: value, start: start_time / 1000, end: end_time / 1000 },
              })),
            }),
      }),
    NOTHING_HEARD,
  );

/** A line for each utterance. */
export const plainOf = (finals: readonly Utterance[]): string =>
  finals.map(({ text }) => text).join('\n');
