import { chunks, othersTurn } from '../scheduling/turns.js';
import { Resampler } from '../audio/resampler.js';
import type { WordMark } from '../synthesis/marks/speech-marks.js';
import type { PreparedSpeech } from '../synthesis/speech-service.js';
import type { SpeechPart, Synthesis } from '../synthesis/synthesizer.js';

export interface Turn {
  readonly speech: Pick<PreparedSpeech, 'estimatesMarks' | 'signal' | 'start'>;
  readonly pauseMs: number;
}

/** All turns at one rate. */
const SAMPLE_RATE = 24000;

/** Turns one after the other, as if they were one synthesis. `onMark` tells the turn of each mark as it is passed on. */
export function sequence(
  turns: readonly Turn[],
  workspace: string,
  onMark: (turn: number, mark: WordMark) => void,
): Synthesis {
  const signal = AbortSignal.any(turns.map(({ speech }) => speech.signal));
  let samples = 0;
  async function* parts(): AsyncGenerator<SpeechPart> {
    for (const [index, { speech, pauseMs }] of turns.entries()) {
      if (index > 0) {
        const silence = new Int16Array(Math.round((pauseMs / 1000) * SAMPLE_RATE));
        samples += silence.length;
        yield { pcm: silence, marks: [] };
      }
      const offsetMs = Math.round((samples / SAMPLE_RATE) * 1000);
      for await (const { pcm, marks } of resampledParts(speech.start())) {
        samples += pcm.length;
        const moved = marks.map((mark) => ({
          ...mark,
          startMs: mark.startMs + offsetMs,
          endMs: mark.endMs + offsetMs,
        }));
        for (const mark of moved) onMark(index, mark);
        // A voice that goes takes the whole recording with it, whose turn it ever is.
        signal.throwIfAborted();
        yield { pcm, marks: moved };
      }
    }
  }
  return {
    sampleRate: SAMPLE_RATE,
    estimatesMarks: turns.some(({ speech }) => speech.estimatesMarks),
    signal,
    workspace,
    parts,
    durationMs: () => Math.round((samples / SAMPLE_RATE) * 1000),
  };
}

async function* resampledParts(synthesis: Synthesis): AsyncGenerator<SpeechPart> {
  const resampler = new Resampler(synthesis.sampleRate, SAMPLE_RATE);
  for await (const { pcm, marks } of synthesis.parts()) {
    const [first = new Int16Array(0), ...rest] = chunks(pcm, synthesis.sampleRate);
    yield { pcm: resampler.push(first), marks };
    for (const chunk of rest) {
      await othersTurn(synthesis.workspace);
      yield { pcm: resampler.push(chunk), marks: [] };
    }
  }
  yield { pcm: resampler.end(), marks: [] };
}
