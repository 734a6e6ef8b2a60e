import { setTimeout as sleep } from 'node:timers/promises';
import { CircuitBreaker } from '@sextant/platform-security/circuit-breaker';
import type { Clock } from '@sextant/platform-runtime/clock';
import type { EngineState } from '../speech-engine.js';
import { ENGINE_ERRORS } from '../../errors/engine-errors.js';
import type { Voice } from '../../voices/catalogue/voice.js';
import type { Phrase, PhraseSpeaker, SpokenPhrase } from '../alignment/phrase-speaker.js';

/** OpenAI's `pcm`: 16-bit mono, the low byte first. */
const SAMPLE_RATE = 24000;
const ATTEMPTS = 3;
const BACKOFF_MS = 200;
const BREAKER = { failures: 5, pauseMs: 30_000 };
/** Ten minutes of speech: more from one sentence is a fault of the server. */
const MAX_BYTES = SAMPLE_RATE * 2 * 600;

export interface RemoteSpeakerOptions {
  /** Up to `/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly model: string;
  /** The server's names of voices. */
  readonly voices: readonly { readonly name: string; readonly locale?: string | undefined }[];
  readonly timeoutMs: number;
  readonly clock: Clock;
}

/**
 * Any speech server with OpenAI's `POST /v1/audio/speech`. Whole sentences are asked for, and again after a failure:
 * nothing has been passed on by then.
 */
export class RemoteSpeaker implements PhraseSpeaker {
  readonly name = 'remote';
  readonly knowsTimes = false;
  readonly #breaker: CircuitBreaker;

  constructor(private readonly options: RemoteSpeakerOptions) {
    this.#breaker = new CircuitBreaker(options.clock, BREAKER);
  }

  voices(): readonly Voice[] {
    return this.options.voices.map(({ name, locale }) => ({
      id: `remote-${name}`,
      type: 'shared',
      displayName: name,
      gender: 'not_specified',
      locale: locale ?? 'en-US',
      engine: this.name,
      engineVoice: name,
      rate: 1,
      pitch: 1,
      // Whose language is not told is taken to speak any.
      tags: ['neural', 'remote', ...(locale === undefined ? ['multilingual'] : [])],
    }));
  }

  start(): void {
    // Nothing to start: it is asked when it is needed.
  }

  state(): EngineState {
    return this.#breaker.isOpen ? 'degraded' : 'ready';
  }

  sampleRateOf(): number {
    return SAMPLE_RATE;
  }

  async say(phrase: Phrase): Promise<SpokenPhrase> {
    for (let attempt = 1; ; attempt += 1) {
      const call = this.#breaker.begin();
      if (call === undefined) {
        throw ENGINE_ERRORS.engineUnavailable({ headers: { 'Retry-After': '30' } });
      }
      try {
        const pcm = await this.ask(phrase);
        call.succeeded();
        return { pcm };
      } catch (error) {
        if (phrase.signal.aborted) call.abandoned();
        else if (error instanceof RefusedError) call.succeeded();
        else call.failed();
        if (phrase.signal.aborted || error instanceof RefusedError) throw error;
        if (attempt === ATTEMPTS) throw error;
        await sleep(BACKOFF_MS * 2 ** attempt * Math.random(), undefined, {
          signal: phrase.signal,
        });
      }
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private async ask({ words, voice, rate, signal }: Phrase): Promise<Int16Array> {
    const { baseUrl, apiKey, model, timeoutMs } = this.options;
    const answer = await fetch(`${baseUrl}/audio/speech`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        input: words.join(' '),
        voice,
        response_format: 'pcm',
        speed: Math.min(4, Math.max(0.25, rate)),
      }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw isPassing(answer.status)
        ? new Error(`the speech server answered ${answer.status}`)
        : new RefusedError(`the speech server refused with ${answer.status}`);
    }
    return await samplesOf(answer);
  }
}

/** The server will not say this, however often it is asked. */
class RefusedError extends Error {}

const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500;

async function samplesOf(answer: Response): Promise<Int16Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const body = answer.body as AsyncIterable<Uint8Array> | null;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > MAX_BYTES) throw new RefusedError('the speech server does not end');
    chunks.push(chunk);
  }
  if (length < 2) throw new Error('the speech server answered nothing');
  const bytes = Buffer.concat(chunks);
  return Int16Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readInt16LE(index * 2));
}
