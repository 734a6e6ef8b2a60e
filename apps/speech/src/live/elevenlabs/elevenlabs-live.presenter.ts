import type { Problem } from '@sextant/platform-http/errors';
import { characterTimes } from '../../dialects/elevenlabs/character-times.js';
import type { LiveMessage } from '../live-session.js';
import type { SaidStretch } from '../live-turn.js';
import type { Told } from '../live-outbox.js';
import { LIVE_ERRORS } from '../live-sessions.js';
import type { LivePresenter } from '../live-socket.js';
import { problemOf } from '../../errors/problem-of.js';

interface Alignment {
  readonly chars: readonly string[];
  readonly charStartTimesMs: readonly number[];
  readonly charDurationsMs: readonly number[];
}

/** Codes that clients of ElevenLabs know. */
const CODES: Readonly<Record<string, string>> = {
  [LIVE_ERRORS.inactive().code]: 'input_timeout_exceeded',
  unauthorized: 'invalid_api_key',
};

/**
 * The messages of ElevenLabs' `stream-input`. Sound goes out as it is made; the times of a stretch come with the last of it,
 * counted from its first sample.
 */
export class ElevenLabsPresenter implements LivePresenter {
  #held: Uint8Array[] = [];

  /** @param isAligned one message for each stretch, its sound and its times together (`sync_alignment`) */
  constructor(private readonly isAligned: boolean) {}

  frames({ message }: Told<LiveMessage>): readonly object[] {
    switch (message.kind) {
      case 'audio':
        return this.audio(message.bytes, message.said);
      case 'done':
        return [{ audio: null, isFinal: true, normalizedAlignment: null, alignment: null }];
      case 'failed':
        return [this.failure(problemOf(message.error))];
      case 'turn_done':
      case 'cleared':
        return this.held();
    }
  }

  failure({ code, message }: Problem): object {
    return { message, error: CODES[code] ?? code, code: 1008 };
  }

  private audio(bytes: Uint8Array, said: readonly SaidStretch[]): readonly object[] {
    if (!this.isAligned) return bytes.length + said.length === 0 ? [] : [frameOf(bytes, said)];
    this.#held.push(bytes);
    return said.length === 0 ? [] : this.held(said);
  }

  private held(said: readonly SaidStretch[] = []): readonly object[] {
    const bytes = Buffer.concat(this.#held.splice(0));
    return bytes.length + said.length === 0 ? [] : [frameOf(bytes, said)];
  }
}

function frameOf(bytes: Uint8Array, said: readonly SaidStretch[]): object {
  const alignment = alignmentOf(said);
  return {
    audio: Buffer.from(bytes).toString('base64'),
    isFinal: null,
    normalizedAlignment: alignment,
    alignment,
  };
}

function alignmentOf(said: readonly SaidStretch[]): Alignment | null {
  const [first] = said;
  if (first === undefined) return null;
  const all: Alignment[] = said.map(({ text, start, startMs, marks }) => {
    const words = marks.map((mark) => ({
      ...mark,
      start: mark.start - start,
      end: mark.end - start,
      startMs: mark.startMs - first.startMs,
      endMs: mark.endMs - first.startMs,
    }));
    const from = { from: 0, until: text.length, fromMs: Math.round(startMs - first.startMs) };
    const { characters, startSeconds, endSeconds } = characterTimes(text, from, words);
    const starts = startSeconds.map((seconds) => Math.round(seconds * 1000));
    const ends = endSeconds.map((seconds) => Math.round(seconds * 1000));
    const durations = ends.map((end, index) => end - (starts[index] ?? 0));
    return { chars: characters, charStartTimesMs: starts, charDurationsMs: durations };
  });
  return {
    chars: all.flatMap(({ chars }) => chars),
    charStartTimesMs: all.flatMap(({ charStartTimesMs }) => charStartTimesMs),
    charDurationsMs: all.flatMap(({ charDurationsMs }) => charDurationsMs),
  };
}
