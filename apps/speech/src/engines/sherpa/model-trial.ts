import { MODEL_TRIAL_MS } from '../../programs/model-times.js';
import { MachineRefused, ProgramError, type ProgramPool } from '../../programs/program-pool.js';
import { withoutPath, type ModelFolder } from './model-folder.js';
import type { SherpaJob, SherpaPart } from './sherpa.js';

/** A word of the language that the model reads; those with espeak-ng read any letters. */
const WORDS: Readonly<Record<string, string>> = {
  ar: 'مرحبا.',
  el: 'Γεια.',
  fa: 'سلام.',
  ja: 'はい。',
  ka: 'დიახ.',
  ko: '네.',
  ru: 'Да.',
  uk: 'Так.',
  zh: '你好。',
};
const WORD = 'Hello.';
const LONGEST_REASON = 300;
const NEVER = new AbortController().signal;

/** Why a model cannot be used. */
export interface Complaint {
  readonly reason: string;
  /** Whether it is the machine that could not, for lack of memory, disk or time: it may, later. */
  readonly isPassing: boolean;
}

/** What the machine says when it has no more of something. */
const NO_ROOM = /\b(ENOSPC|EDQUOT|ENOMEM|EMFILE|ENFILE|EAGAIN|bad_alloc)\b/;

/**
 * Loads a model and has it say a word, once.
 *
 * @param pool of processes that load it
 * @returns undefined when it can be used
 */
export const complaintOf = (
  model: ModelFolder,
  pool: ProgramPool<SherpaJob, SherpaPart>,
): Promise<Complaint | undefined> => pool.using(NEVER, () => load(model, pool));

async function load(
  model: ModelFolder,
  pool: ProgramPool<SherpaJob, SherpaPart>,
): Promise<Complaint | undefined> {
  try {
    pool.start();
    await pool.firstReady();
  } catch (error) {
    return complaint('it cannot be loaded', error, model);
  }
  // It has no voice of its own: it waits for a recording that it imitates.
  if (model.family === 'zipvoice') return undefined;
  return say(model, pool);
}

async function say(
  model: ModelFolder,
  pool: ProgramPool<SherpaJob, SherpaPart>,
): Promise<Complaint | undefined> {
  const [language = ''] = model.locale.split('-');
  const [speaker] = model.speakers;
  let loudest = 0;
  const signal = AbortSignal.timeout(MODEL_TRIAL_MS);
  try {
    await pool.run({
      job: { text: WORDS[language] ?? WORD, speaker: speaker?.index ?? 0, speed: 1 },
      onPart: ({ pcm }) => {
        for (const sample of pcm) loudest = Math.max(loudest, Math.abs(sample));
      },
      signal,
      isBegun: true,
    });
  } catch (error) {
    return signal.aborted
      ? { reason: `it said no word within ${MODEL_TRIAL_MS / 1000} s`, isPassing: true }
      : complaint('it cannot speak', error, model);
  }
  return loudest === 0 ? { reason: 'what it says is silence', isPassing: false } : undefined;
}

function complaint(what: string, error: unknown, model: ModelFolder): Complaint {
  const reason = `${what}: ${reasonOf(error, model)}`;
  return { reason, isPassing: error instanceof MachineRefused || NO_ROOM.test(reason) };
}

/** Of all that the library writes before it ends a process, the line that says why. */
function reasonOf(error: unknown, model: ModelFolder): string {
  const text = error instanceof ProgramError ? error.message : String(error);
  const lines = withoutPath(text, model)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const line =
    lines.find((each) => each.includes('what():')) ??
    lines.findLast((each) => /error|fail|invalid|cannot|not\b/i.test(each)) ??
    lines.at(-1);
  return (line ?? 'its process ended').replace(/^.*what\(\):\s*/, '').slice(0, LONGEST_REASON);
}
