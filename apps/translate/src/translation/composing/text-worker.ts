/** A thread that takes long texts apart and puts them together again: what others wait for goes on meanwhile. */
import { parentPort } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { Problem } from '@sextant/platform-http/problem';
import type { Composition } from '../../text/composition.js';
import { unmarked } from '../../text/marked-text.js';
import { shielded } from '../../text/shield.js';
import { compositionOf, partsOf } from './compose-text.js';
import type { TextAsk, TextReply } from './text-messages.js';
import { writtenText } from './written-text.js';

/** Requests whose texts are kept as they were taken apart; those of others are taken apart again. */
const kept = new LRUCache<number, Map<number, Composition>>({ max: 4 });

parentPort?.on('message', (ask: TextAsk) => parentPort?.postMessage(replyTo(ask)));

function replyTo(ask: TextAsk): TextReply {
  const { id } = ask;
  try {
    if ('shield' in ask) return { id, shields: ask.shield.map((text) => shielded(unmarked(text))) };
    const { request, options } = ask;
    const known = kept.get(request) ?? new Map<number, Composition>();
    kept.set(request, known);
    const composed = (text: string, at: number): Composition => {
      const composition = known.get(at) ?? compositionOf(text, options);
      known.set(at, composition);
      return composition;
    };
    if ('take' in ask)
      return { id, taken: ask.take.map((text, at) => partsOf(composed(text, at), options)) };
    return {
      id,
      written: ask.write.map(({ at, text, finished }) =>
        writtenText(composed(text, at), finished, options),
      ),
    };
  } catch (error) {
    if (error instanceof Problem) {
      const { code, status, message, details } = error;
      return { id, refused: { code, status, message, details } };
    }
    return { id, failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
