import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '@sextant/platform-clock';
import { Problem } from '@sextant/platform-errors';
import { TRANSLATE_ERRORS } from '../../domain/translate-errors.js';
import type { CircuitBreaker } from '@sextant/platform-circuit-breaker';

export interface ChatServer {
  /** Up to and without `/chat/completions`, such as `http://localhost:8000/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly model: string;
  /** For one request with all its attempts, in milliseconds. */
  readonly timeoutMs: number;
}

export interface ChatMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

/** What may be replaced in tests. */
export interface ChatTiming {
  readonly clock: Clock;
  /** From 0 to 1: spreads those who try again. */
  readonly jitter: () => number;
  readonly pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

export const realPause: ChatTiming['pause'] = (ms, signal) => sleep(ms, undefined, { signal });

const MOST_ATTEMPTS = 3;
const FIRST_PAUSE_MS = 500;
/** Bounds what a server can make us read: 128 KiB of text, translated, escaped and with room to spare. */
const MOST_ANSWER_BYTES = 4 * 1024 * 1024;

/** Answers about one request, such as a context that is too long: another one may be answered well. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

/** The server works, but does not take this request. */
class Refused extends Error {}

/** An answer that says to try again, and when. */
class Temporary extends Error {
  constructor(
    message: string,
    readonly status: number | undefined,
    readonly afterMs: number | undefined,
  ) {
    super(message);
  }
}

/**
 * Asks a chat server that speaks the interface of OpenAI: vLLM, llama.cpp, Ollama and others.
 *
 * Tries three times when the server is busy (429), fails (408, 5xx) or cannot be reached, with growing
 * pauses or the one that `Retry-After` asks for, within one time-out.
 *
 * @see https://platform.openai.com/docs/api-reference/chat/create
 */
export class ChatClient {
  constructor(
    private readonly server: ChatServer,
    private readonly breaker: CircuitBreaker,
    private readonly timing: ChatTiming,
  ) {}

  /**
   * @param schema JSON Schema of the answer
   * @returns what the model wrote; that it follows the schema must be checked
   * @throws {Problem} `engine_refused`, `engine_unavailable`, `engine_timeout`, `engine_overloaded`
   */
  async complete(
    messages: readonly ChatMessage[],
    schema: object,
    given?: AbortSignal,
  ): Promise<string> {
    given?.throwIfAborted();
    const call = this.breaker.begin();
    if (call === undefined) throw TRANSLATE_ERRORS.engineUnavailable();
    const timeout = AbortSignal.timeout(this.server.timeoutMs);
    const signal = given === undefined ? timeout : AbortSignal.any([given, timeout]);
    try {
      const content = await this.#withRetries(this.#requestBody(messages, schema), signal);
      call.succeeded();
      return content;
    } catch (error) {
      if (given?.aborted === true) {
        call.abandoned();
        throw error;
      }
      if (error instanceof Refused) {
        // The text of one caller must not stop the others.
        call.abandoned();
        throw TRANSLATE_ERRORS.engineRefused({ cause: error });
      }
      call.failed();
      throw timeout.aborted ? TRANSLATE_ERRORS.engineTimeout({ cause: error }) : problemOf(error);
    }
  }

  #requestBody(messages: readonly ChatMessage[], schema: object): string {
    return JSON.stringify({
      model: this.server.model,
      messages,
      temperature: 0,
      stream: false,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'translations', strict: true, schema },
      },
    });
  }

  async #withRetries(body: string, signal: AbortSignal): Promise<string> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#attempt(body, signal);
      } catch (error) {
        if (!(error instanceof Temporary) || attempt >= MOST_ATTEMPTS) throw error;
        const backoffMs = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 + this.timing.jitter());
        await this.timing.pause(error.afterMs ?? backoffMs, signal);
      }
    }
  }

  async #attempt(body: string, signal: AbortSignal): Promise<string> {
    const { baseUrl, apiKey } = this.server;
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      },
      body,
      redirect: 'error',
      signal,
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw new Temporary(
        `the chat server cannot be reached: ${String(error)}`,
        undefined,
        undefined,
      );
    });
    if (response.ok) return contentOf(await boundedText(response));
    await response.body?.cancel();
    const { status } = response;
    const message = `the chat server answered ${status}`;
    if (status === 408 || status === 429 || status >= 500) {
      throw new Temporary(message, status, this.#retryAfterMs(response));
    }
    throw REFUSALS.has(status) ? new Refused(message) : new Error(message);
  }

  /** @see RFC 9110 section 10.2.3: seconds or a date */
  #retryAfterMs(response: Response): number | undefined {
    const value = response.headers.get('retry-after')?.trim() ?? '';
    if (/^\d{1,6}$/.test(value)) return Number(value) * 1000;
    const dateMs = Date.parse(value);
    return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - this.timing.clock.nowMs());
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const body = (response.body ?? []) as AsyncIterable<Uint8Array>;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MOST_ANSWER_BYTES) throw new Error('the answer of the chat server is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function contentOf(text: string): string {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (error) {
    throw new Temporary(
      `the answer of the chat server is no JSON: ${String(error)}`,
      200,
      undefined,
    );
  }
  const content = (answer as { choices?: { message?: { content?: unknown } }[] } | null)
    ?.choices?.[0]?.message?.content;
  if (typeof content !== 'string')
    throw new Temporary('the answer holds no message', 200, undefined);
  return content;
}

function problemOf(error: unknown): Problem {
  const isBusy = error instanceof Temporary && error.status === 429;
  return isBusy
    ? TRANSLATE_ERRORS.engineOverloaded({ cause: error })
    : TRANSLATE_ERRORS.engineUnavailable({ cause: error });
}
