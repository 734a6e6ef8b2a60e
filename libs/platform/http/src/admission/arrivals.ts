import type { IncomingMessage } from 'node:http';
import type { Admission, AdmissionTask } from './admission.js';

/** Whoever sends less gives way to somebody who waits. */
const SLOW_BYTES_PER_SECOND = 32 * 1024;
/** Until then nobody is slow. */
const GRACE_MS = 3000;
const LOOK_MS = 500;

/** A body that comes. */
interface Arrival {
  /** Where it has its room. */
  readonly lane: Admission;
  readonly sinceMs: number;
  /** Bytes that its connection had read before. */
  readonly readBefore: number;
  readonly request: IncomingMessage;
  readonly end: () => void;
}

/** Bodies that come into lanes: room is for those who send, some that trickle would keep everybody out. */
export class Arrivals {
  readonly #all = new Set<Arrival>();

  /**
   * Waits until there is room for a body. Meanwhile the slowest of those that have it is ended now and then, where it is slow.
   *
   * @returns gives the room back
   * @throws {Problem} as `Admission.enter`
   */
  async enter(lane: Admission, asked: AdmissionTask, signal?: AbortSignal): Promise<() => void> {
    const look = setInterval(() => {
      if (lane.isHeldUp(asked.owner)) this.#endSlowest(lane);
    }, LOOK_MS);
    try {
      return await lane.enter(asked, signal);
    } finally {
      clearInterval(look);
    }
  }

  /**
   * A body begins to come.
   *
   * @param end called when it is too slow
   * @returns to be called when it is there
   */
  begin(lane: Admission, request: IncomingMessage, end: () => void): () => void {
    const { bytesRead: readBefore } = request.socket;
    const arrival = { lane, request, end, readBefore, sinceMs: performance.now() };
    this.#all.add(arrival);
    return () => void this.#all.delete(arrival);
  }

  #endSlowest(room: Admission): void {
    const [slowest] = [...this.#all]
      .filter(({ lane, sinceMs }) => lane === room && performance.now() - sinceMs > GRACE_MS)
      .map((arrival) => ({ arrival, speed: speedOf(arrival) }))
      .filter(({ speed }) => speed < SLOW_BYTES_PER_SECOND)
      .toSorted((a, b) => a.speed - b.speed);
    slowest?.arrival.end();
  }
}

const speedOf = ({ request, readBefore, sinceMs }: Arrival): number =>
  ((request.socket.bytesRead - readBefore) / (performance.now() - sinceMs)) * 1000;
