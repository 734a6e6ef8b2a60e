import { Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { AUTH_ERRORS } from '../../errors/auth-errors.js';
import type { Strength, StrengthQuestion } from './strength-messages.js';
import { WorkerThread } from './worker-thread.js';

const LIMITS = { ms: 5000, loadingMs: 20_000 };
/** Most callers that wait; more are refused. */
const MOST_WAITING = 50;

const workerFile = (): URL => {
  const isSource = import.meta.url.endsWith('.ts');
  return new URL(isSource ? './strength-worker.ts' : './strength-worker.js', import.meta.url);
};

/** Of the process: its dictionaries take 60 MB while it runs, and half a second to read. It keeps no process alive. */
const thread = new WorkerThread<StrengthQuestion, Strength>(workerFile(), LIMITS);
const turns = pLimit(1);

/** Judges passwords, one after the other, in a thread. */
@Injectable()
export class StrengthThread {
  /** @throws {Problem} `temporarily_unavailable` when too many wait already, or it takes too long */
  judge(password: string, words: readonly string[]): Promise<Strength> {
    if (turns.pendingCount >= MOST_WAITING) throw busy();
    return turns(async () => {
      try {
        return await thread.ask({ password, words });
      } catch (cause) {
        throw busy(cause);
      }
    });
  }
}

const busy = (cause?: unknown) => AUTH_ERRORS.busy({ cause, headers: { 'Retry-After': '1' } });
