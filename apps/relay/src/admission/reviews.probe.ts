import { Injectable } from '@nestjs/common';
import type { Probe, ProbeResult } from '@sextant/platform-runtime/health';
import { ReviewThread } from './review-thread.js';

/** Whether the thread of admission reviews listens. */
@Injectable()
export class ReviewsProbe implements Probe {
  readonly name = 'reviews';

  constructor(private readonly thread: ReviewThread) {}

  check(): Promise<ProbeResult> {
    const result: ProbeResult = !this.thread.isUp
      ? {
          status: 'down',
          message: 'The thread of admission reviews has ended, and is started again.',
        }
      : { status: 'up' };
    return Promise.resolve(result);
  }
}
