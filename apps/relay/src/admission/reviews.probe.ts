import type { Probe, ProbeResult } from '@sextant/platform-runtime/health';

/** Whether the thread of admission reviews listens. */
export class ReviewsProbe implements Probe {
  readonly name = 'reviews';

  constructor(private readonly thread: { readonly isUp: boolean } | undefined) {}

  check(): Promise<ProbeResult> {
    const result: ProbeResult =
      this.thread?.isUp === false
        ? {
            status: 'down',
            message: 'The thread of admission reviews has ended, and is started again.',
          }
        : { status: 'up' };
    return Promise.resolve(result);
  }
}
