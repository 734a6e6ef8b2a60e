import pLimit, { type LimitFunction } from 'p-limit';
import { AUTH_ERRORS } from '../../errors/auth-errors.js';
import { WorkerThread } from '../../passwords/threads/worker-thread.js';
import type { SamlQuestion, SamlReply } from './saml-messages.js';

const LIMITS = { ms: 5000, loadingMs: 20_000 };
/** Most callers that wait; more are refused. */
const MOST_WAITING = 50;
/** A usual response has 50 to 150 elements with one or two attributes each. 600 nodes take at most 0.2 s with five certificates. */
const ORDINARY_NODES = 600;

const workerFile = (): URL => {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? './saml-worker.ts' : './saml-worker.js', import.meta.url);
};

interface Lane {
  readonly turns: LimitFunction;
  readonly thread: WorkerThread<SamlQuestion, SamlReply>;
}

const lane = (): Lane => ({ turns: pLimit(1), thread: new WorkerThread(workerFile(), LIMITS) });

/** Verifies responses in threads, one after the other. Large ones, which take long, wait for each other and for nothing else. */
export class SamlThreads {
  readonly #ordinary = lane();
  readonly #large = lane();

  /**
   * @param nodes number of elements and attributes of the response
   * @returns the assertion, as it was signed
   * @throws {Problem} `temporarily_unavailable` when too many wait already
   * @throws {Error} that says why it counts for nothing, or that it takes too long
   */
  async verify(question: SamlQuestion, nodes: number): Promise<string> {
    const { turns, thread } = nodes > ORDINARY_NODES ? this.#large : this.#ordinary;
    if (turns.pendingCount >= MOST_WAITING) {
      throw AUTH_ERRORS.busy({ headers: { 'Retry-After': '1' } });
    }
    const reply = await turns(() => thread.ask(question));
    if ('refused' in reply) throw new Error(reply.refused);
    return reply.assertion;
  }

  async end(): Promise<void> {
    await Promise.all([this.#ordinary.thread.end(), this.#large.thread.end()]);
  }
}
