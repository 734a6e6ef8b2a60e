import { Injectable } from '@nestjs/common';
import { VOICE_ERRORS } from './voice-errors.js';

/** What speaks with which voice in this process at the moment, so that it can be stopped when a voice goes. */
@Injectable()
export class RunningVoices {
  readonly #uses = new Map<string, Set<AbortController>>();

  /**
   * Watches a voice while it is used. Before the voice is looked up, so that none goes in between.
   *
   * @param over aborts when the use ends
   * @returns a signal that aborts with `voice_not_found` when the voice goes
   */
  watch(voiceId: string, over: AbortSignal): AbortSignal {
    const use = new AbortController();
    if (over.aborted) return use.signal;
    const uses = this.#uses.get(voiceId) ?? new Set();
    this.#uses.set(voiceId, uses.add(use));
    const end = (): void => {
      uses.delete(use);
      if (uses.size === 0 && this.#uses.get(voiceId) === uses) this.#uses.delete(voiceId);
    };
    over.addEventListener('abort', end, { once: true });
    return use.signal;
  }

  /** Ends all uses of a voice that was deleted or whose consent was taken back. */
  stop(voiceId: string): void {
    for (const use of this.#uses.get(voiceId) ?? []) use.abort(VOICE_ERRORS.voiceGone());
  }

  /** Voices that are watched. */
  get size(): number {
    return this.#uses.size;
  }
}
