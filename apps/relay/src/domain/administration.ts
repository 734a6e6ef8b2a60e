import type { Dispatcher } from './dispatcher.js';
import type { Intake } from './intake.js';
import { RELAY_ERRORS } from './relay-errors.js';
import type { Sink } from './sink.js';
import type { DeadLetter, Spool } from './spool.js';
import type { RecentEvents } from './status.js';

export interface AdministrationUses {
  readonly spool: Spool;
  readonly dispatcher: Dispatcher;
  readonly intake: Intake;
  readonly recent: RecentEvents;
  readonly sinks: () => ReadonlyMap<string, Sink>;
}

export interface LabelledDeadLetter extends DeadLetter {
  /** The target without its secrets. */
  readonly label: string;
}

/** What operators ask and do. */
export class Administration {
  constructor(private readonly uses: AdministrationUses) {}

  async status() {
    const { spool, dispatcher, intake, recent, sinks } = this.uses;
    const { lanes, unrouted, deadLetters } = await spool.sizes();
    const breakers = new Map(
      dispatcher.states().map(({ sink, label, breaker }) => [`${sink} ${label}`, breaker]),
    );
    return {
      delivering: dispatcher.isLeading,
      sinks: [...sinks().keys()],
      unrouted,
      unstored: intake.unstored,
      dead_letters: deadLetters,
      queues: lanes.map(({ sink, target, waiting, oldestMs }) => ({
        sink,
        target: this.label(sink, target),
        waiting,
        oldest: new Date(oldestMs).toISOString(),
        breaker: breakers.get(`${sink} ${this.label(sink, target)}`) ?? 'closed',
      })),
      recent: recent.list(),
    };
  }

  async deadLetters(limit: number, before?: number): Promise<readonly LabelledDeadLetter[]> {
    const page = { limit, ...(before === undefined ? {} : { beforeId: before }) };
    const letters = await this.uses.spool.deadLetters(page);
    return letters.map((letter) => ({
      ...letter,
      label: this.label(letter.sink, letter.target),
    }));
  }

  /** @throws {Problem} `dead_letter_not_found` when none of them is there */
  async replay(ids: readonly number[] | 'all'): Promise<number> {
    const replayed = await this.uses.spool.replay(ids);
    if (ids !== 'all' && replayed === 0) throw RELAY_ERRORS.deadLetterNotFound();
    this.uses.dispatcher.lookAgain();
    return replayed;
  }

  /** @throws {Problem} `dead_letter_not_found` */
  async remove(id: number): Promise<void> {
    const removed = await this.uses.spool.removeDeadLetters([id]);
    if (removed === 0) throw RELAY_ERRORS.deadLetterNotFound();
  }

  async isSpoolReadable(): Promise<boolean> {
    try {
      await this.uses.spool.unrouted(1);
      return true;
    } catch {
      return false; // the probe says so
    }
  }

  label(sink: string, target: string): string {
    return this.uses.sinks().get(sink)?.label(target) ?? sink;
  }
}
