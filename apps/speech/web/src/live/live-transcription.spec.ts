import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { ApiError } from '@sextant/web/api';
import type { HeardMessage } from './live-messages.js';
import { LiveTranscription, type LiveSocket } from './live-transcription.js';

const RATE = 16_000;

/** A connection whose other end the test is. */
class Line {
  static all: Line[] = [];
  bufferedAmount = 0;
  readyState = 1;
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly sent: (string | Int16Array)[] = [];

  constructor() {
    Line.all.push(this);
  }

  send(message: string | Int16Array): void {
    this.sent.push(message);
  }
  close(): void {
    this.readyState = 3;
  }
  tell(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  breaks(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  /** Samples that came over it. */
  get samples(): number[] {
    return this.sent.flatMap((message) => (typeof message === 'string' ? [] : [...message]));
  }
  get messages(): unknown[] {
    return this.sent.flatMap((message) =>
      typeof message === 'string' ? [JSON.parse(message) as unknown] : [],
    );
  }
}

let states: string[];
let heard: HeardMessage[];
let failures: ApiError[];
let asked: number[];
/** Why the next connections are not even tried. */
let refusals: Error[];

beforeEach(() => {
  jest.useFakeTimers();
  [states, heard, failures, asked, Line.all, refusals] = [[], [], [], [], [], []];
});
afterEach(() => {
  jest.useRealTimers();
});

const begin = (tokenSeconds = 600) =>
  new LiveTranscription({
    ...{ language: 'en', sampleRate: RATE },
    connect: (leastSeconds) => {
      asked.push(leastSeconds);
      const refusal = refusals.shift();
      if (refusal !== undefined) return Promise.reject(refusal);
      return Promise.resolve({
        socket: new Line() as unknown as LiveSocket,
        seconds: tokenSeconds,
      });
    },
    onState: (state) => states.push(state),
    onHeard: (message) => heard.push(message),
    onFailure: (error) => failures.push(error),
  });

/** The line that was opened last, once it is open. */
async function opened(): Promise<Line> {
  await jest.advanceTimersByTimeAsync(0);
  const line = Line.all.at(-1);
  if (line === undefined) throw new Error('Nobody called.');
  line.onopen?.();
  return line;
}
const STARTED = { type: 'started', session: 's1', resume_seconds: 30 };
async function started(tokenSeconds?: number) {
  const live = begin(tokenSeconds);
  const line = await opened();
  line.tell(STARTED);
  return { live, line };
}
const signedOut = () => new ApiError({ status: 401, code: 'unauthorized', message: 'Signed out.' });

/** Samples with the numbers from `first` on. */
const pcm = (first: number, count: number) =>
  Int16Array.from({ length: count }, (_, index) => first + index);
const final = (sequence: number, text: string, end_time: number) => ({
  ...{ type: 'final', sequence, text, start_time: 0, end_time },
});

describe('a live transcription', () => {
  it('sends what was said before the service was ready, then what comes, and ends when all is written down', async () => {
    const live = begin();
    live.hear(pcm(0, 3));
    const line = await opened();
    expect(line.messages).toEqual([{ type: 'start', sample_rate: RATE, language: 'en' }]);
    line.tell(STARTED);
    live.hear(pcm(3, 2));
    live.finish();

    expect(line.samples).toEqual([0, 1, 2, 3, 4]);
    expect(line.messages.at(-1)).toEqual({ type: 'end' });
    line.tell(final(1, 'Good morning.', 900));
    line.tell({ type: 'done', sequence: 2 });
    expect(heard.map(({ text }) => text)).toEqual(['Good morning.']);
    expect(states).toEqual(['listening', 'finishing', 'over']);
    expect(failures).toEqual([]);
  });

  it('goes on over another connection behind what the service has taken', async () => {
    const { live, line } = await started();
    live.hear(pcm(0, 10));
    line.tell(final(3, 'one', 500));
    line.breaks();
    live.hear(pcm(10, 2));
    await jest.advanceTimersByTimeAsync(250);
    const again = await opened();

    expect(again.messages).toEqual([{ type: 'resume', session: 's1', received: 3 }]);
    again.tell({ type: 'resumed', received_samples: 7 });
    expect(again.samples).toEqual([7, 8, 9, 10, 11]);
    expect(states).toEqual(['listening', 'reconnecting', 'listening']);
  });

  it('also when it was about to end: the end is sent again', async () => {
    const { live, line } = await started();
    live.hear(pcm(0, 4));
    live.finish();
    line.breaks();
    await jest.advanceTimersByTimeAsync(250);
    const again = await opened();
    again.tell({ type: 'resumed', received_samples: 2 });

    expect(again.samples).toEqual([2, 3]);
    expect(again.messages.at(-1)).toEqual({ type: 'end' });
    expect(states).toEqual(['listening', 'finishing']);
  });

  it('changes the connection before its token ends, and nobody notices', async () => {
    const { live } = await started(600);
    live.hear(pcm(0, 4));
    await jest.advanceTimersByTimeAsync(300_000);
    const next = await opened();
    next.tell({ type: 'resumed', received_samples: 4 });
    live.hear(pcm(4, 1));

    expect(Line.all).toHaveLength(2);
    expect(Line.all[0]?.readyState).toBe(3);
    expect(next.samples).toEqual([4]);
    expect(asked).toEqual([120, 120]);
    expect(states).toEqual(['listening']);
  });

  it('gives up when the service keeps the session no longer', async () => {
    const { line } = await started();
    line.breaks();
    while (failures.length === 0) {
      await jest.advanceTimersByTimeAsync(1000);
      Line.all.at(-1)?.breaks();
    }

    expect(failures.map(({ code }) => code)).toEqual(['connection_lost']);
    expect(Line.all.length).toBeGreaterThan(5);
    expect(Line.all.length).toBeLessThan(20);
    // Nothing of a person who is offline is renewed: that could sign them out.
    expect(new Set(asked.slice(1))).toEqual(new Set([0]));
    expect(states.at(-1)).toBe('over');
  });

  it('gives up at once where the first connection is refused', async () => {
    begin();
    (await opened()).breaks();

    expect(failures.map(({ code }) => code)).toEqual(['refused']);
  });

  it('does not wait for a connection on which nobody answers', async () => {
    const { line } = await started();
    line.breaks();
    await jest.advanceTimersByTimeAsync(250);
    await opened();
    await jest.advanceTimersByTimeAsync(10_500);
    const third = await opened();
    third.tell({ type: 'resumed', received_samples: 0 });

    expect(Line.all).toHaveLength(3);
    expect(Line.all[1]?.readyState).toBe(3);
    expect(states.at(-1)).toBe('listening');
  });

  it('goes on over another connection where the network takes nothing any more, although none has ended', async () => {
    const { live, line } = await started();
    live.hear(pcm(0, 10));
    line.bufferedAmount = 20;
    await jest.advanceTimersByTimeAsync(16_000);
    const again = await opened();
    again.tell({ type: 'resumed', received_samples: 0 });

    expect(line.readyState).toBe(3);
    expect(again.samples).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(failures).toEqual([]);
  });

  it('keeps a slow connection, as long as the network takes some of it', async () => {
    const { live, line } = await started();
    for (let second = 0; second < 60; second += 1) {
      live.hear(pcm(0, 200));
      // Half of what is sent.
      line.bufferedAmount += 200;
      await jest.advanceTimersByTimeAsync(1000);
    }

    expect(Line.all).toHaveLength(1);
    expect(states).toEqual(['listening']);
  });

  it.each([
    ['tries again where no token can be had for a moment', new TypeError('Failed to fetch'), []],
    ['ends where somebody has signed out', signedOut(), ['unauthorized']],
  ])('%s, while it goes on', async (_name, refusal, codes) => {
    const { line } = await started();
    refusals = [refusal];
    line.breaks();
    await jest.advanceTimersByTimeAsync(1000);

    expect(failures.map(({ code }) => code)).toEqual(codes);
    expect(Line.all).toHaveLength(codes.length === 0 ? 2 : 1);
  });

  it('tells why the service ends it', async () => {
    const { line } = await started();
    line.tell({ type: 'error', error: { code: 'transcription_unavailable', message: 'None.' } });

    expect(failures.map(({ code, message }) => [code, message])).toEqual([
      ['transcription_unavailable', 'None.'],
    ]);
    expect(line.readyState).toBe(3);
  });

  it('waits with what the network does not take, and gives up after two minutes of it', async () => {
    const { live, line } = await started();
    line.bufferedAmount = 10_000_000;
    for (let second = 0; second < 120; second += 1) live.hear(pcm(0, RATE));
    expect(line.samples).toEqual([]);
    expect(failures).toEqual([]);

    live.hear(pcm(0, RATE));

    expect(failures.map(({ code }) => code)).toEqual(['too_slow']);
  });

  it('keeps two minutes of what was sent, however long somebody speaks', async () => {
    const { live, line } = await started();
    for (let second = 0; second < 400; second += 1) live.hear(pcm(second, RATE));
    line.breaks();
    await jest.advanceTimersByTimeAsync(250);
    const again = await opened();
    again.tell({ type: 'resumed', received_samples: 399 * RATE });

    expect(failures).toEqual([]);
    expect(again.samples).toHaveLength(RATE);
    expect(again.samples[0]).toBe(399);
  });
});
