import { setTimeout as sleep } from 'node:timers/promises';

/** One kind of request, which is asked again and again. */
export interface Call {
  readonly app: string;
  readonly ask: () => Promise<Response>;
}

export interface Failure {
  readonly app: string;
  readonly atMs: number;
  /** The status, or the connection's error. */
  readonly what: string;
}

export interface LoadReport {
  readonly sent: number;
  readonly failures: readonly Failure[];
}

/**
 * An open-loop client: so many requests a second, whether the ones before were answered or not; none is tried again.
 *
 * @param isOver asked before each request
 */
export async function load(
  calls: readonly Call[],
  perSecond: number,
  isOver: (sent: number) => boolean,
): Promise<LoadReport> {
  const startMs = performance.now();
  const failures: Failure[] = [];
  const open = new Set<Promise<void>>();
  let sent = 0;
  while (!isOver(sent)) {
    const dueMs = startMs + (sent * 1000) / perSecond;
    if (dueMs > performance.now()) await sleep(dueMs - performance.now());
    const call = calls[sent++ % calls.length];
    if (call === undefined) throw new Error('nothing to ask');
    const atMs = performance.now() - startMs;
    const asked: Promise<void> = call
      .ask()
      .then(
        async (answer) => {
          const text = await answer.text();
          if (!answer.ok)
            failures.push({ app: call.app, atMs, what: `${answer.status} ${text.slice(0, 120)}` });
        },
        (error: unknown) => {
          const { cause, message } = error as Error & { cause?: { code?: string } };
          failures.push({ app: call.app, atMs, what: cause?.code ?? message });
        },
      )
      .finally(() => open.delete(asked));
    open.add(asked);
  }
  await Promise.all(open);
  return { sent, failures };
}
