import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { Dispatcher } from '../dispatch/dispatcher.js';
import { Intake } from '../intake/intake.js';
import { RELAY_ERRORS } from '../http/relay-errors.js';
import { Spool, type DeadLetter } from '../spool/spool.js';
import { RecentEvents } from '../observability/status.js';

/** What fails for longer than this is no hiccup (our choice). */
const STUCK_MS = 15_000;

export interface LabelledDeadLetter extends DeadLetter {
  /** The target without its secrets. */
  readonly label: string;
}

/** What operators ask and do. */
@Injectable()
export class Administration {
  constructor(
    private readonly clock: Clock,
    private readonly spool: Spool,
    private readonly dispatcher: Dispatcher,
    private readonly intake: Intake,
    private readonly recent: RecentEvents,
  ) {}

  async status() {
    const { spool, dispatcher, intake, recent } = this;
    const [{ workers, unrouted, deadLetters }, space] = await Promise.all([
      spool.sizes(),
      spool.space(),
    ]);
    const states = new Map(
      dispatcher.states().map((state) => [`${state.sink} ${state.label}`, state]),
    );
    const nowMs = this.clock.nowMs();
    return {
      delivering: dispatcher.isLeading,
      sinks: [...dispatcher.routing.sinks.keys()],
      unrouted,
      unstored: intake.unstored,
      dead_letters: deadLetters,
      spool:
        space === undefined
          ? null
          : {
              used_bytes: space.usedBytes,
              free_bytes: space.freeBytes,
              refusal: space.refusal ?? null,
            },
      queues: workers.map(({ sink, target, waiting, oldestMs }) => {
        const label = this.label(sink, target);
        const { breaker = 'closed', pausedForMs = 0 } = states.get(`${sink} ${label}`) ?? {};
        return {
          sink,
          target: label,
          waiting,
          oldest: new Date(oldestMs).toISOString(),
          breaker,
          paused_until: pausedForMs > 0 ? new Date(nowMs + pausedForMs).toISOString() : null,
        };
      }),
      recent: recent.list(),
    };
  }

  async deadLetters(limit: number, before?: number): Promise<readonly LabelledDeadLetter[]> {
    const page = { limit, ...(before === undefined ? {} : { beforeId: before }) };
    const letters = await this.spool.deadLetters(page);
    return letters.map((letter) => ({
      ...letter,
      label: this.label(letter.sink, letter.target),
    }));
  }

  /** @throws {Problem} `dead_letter_not_found` when none of them is there */
  async replay(ids: readonly number[] | 'all'): Promise<number> {
    const replayed = await this.spool.replay(ids, this.clock.nowMs());
    if (ids !== 'all' && replayed === 0) throw RELAY_ERRORS.deadLetterNotFound();
    this.dispatcher.lookAgain();
    return replayed;
  }

  /** @returns how many there were @throws {Problem} `dead_letter_not_found` when none of them is there */
  async remove(ids: readonly number[]): Promise<number> {
    const removed = await this.spool.removeDeadLetters(ids);
    if (removed === 0) throw RELAY_ERRORS.deadLetterNotFound();
    return removed;
  }

  /** Why events should not be sent here now; nothing when they may. */
  async ailment(): Promise<string | undefined> {
    try {
      const [space] = await Promise.all([this.spool.space(), this.spool.unrouted(1)]);
      if (space?.refusal !== undefined) return `Nothing more is taken on: ${space.refusal}.`;
    } catch {
      return 'The spool does not answer: see its folder or database.';
    }
    const lateMs = this.clock.nowMs() - STUCK_MS;
    const stuck = this.dispatcher.failing().find(({ sinceMs }) => sinceMs <= lateMs);
    if (stuck === undefined) return undefined;
    return `${stuck.what} has failed since ${new Date(stuck.sinceMs).toISOString()}: see the log.`;
  }

  label(sink: string, target: string): string {
    return this.dispatcher.routing.sinks.get(sink)?.label(target) ?? sink;
  }
}
