import type { Clock } from '@sextant/platform-runtime/clock';
import { noticeName, type Dedup } from './dedup.js';
import { boundedKey, boundedTarget, type StoredEvent } from '../events/event.js';
import { destinations, type Destination, type Route } from './routes.js';
import { quietUntilMs, type QuietHours } from './quiet-hours.js';
import type { Sink } from '../delivery/sink.js';
import type { NewDeadLetter, NewDelivery } from '../spool/spool.js';

/** What may change while the relay runs. */
export interface Routing {
  readonly sinks: ReadonlyMap<string, Sink>;
  readonly routes: readonly Route[];
  readonly quiet?: readonly QuietHours[];
}

export interface PlanUses {
  readonly routing: () => Routing;
  readonly dedup: Dedup;
  readonly clock: Clock;
}

/** What one event leads to. Nothing of it has happened yet. */
export interface Plan {
  readonly stored: StoredEvent;
  readonly deliveries: readonly NewDelivery[];
  readonly deadLetters: readonly NewDeadLetter[];
  /** Chats that know of it already. */
  readonly repeated: readonly { readonly sink: Sink; readonly target: string }[];
  /** Notices that will have been told, for the deduplication. */
  readonly told: readonly string[];
  readonly unknownSinks: number;
}

/** Stands in a dead letter for the sink when it was not known yet; replayed, it is routed anew. */
export const ROUTING = 'routing';

/** Decides which targets get the events of one batch. */
export class Planner {
  /** Of this batch: a repeat may be in the same one. */
  readonly #told = new Set<string>();

  constructor(private readonly uses: PlanUses) {}

  /** Never fails: an event that cannot be looked at is a dead letter. */
  plan(stored: StoredEvent): Plan {
    try {
      if (stored.event.unmapped !== undefined) throw new Error(stored.event.unmapped);
      return this.#planned(stored);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return buried(stored, reason, this.uses.clock.nowMs());
    }
  }

  #planned(stored: StoredEvent): Plan {
    const { sinks } = this.uses.routing();
    const parts = this.#wanted(stored).map((destination) => {
      const sink = sinks.get(destination.sink);
      if (sink === undefined) return this.#unknownSink(stored, destination.sink);
      const plans = targetsOf(sink, stored).map((target) =>
        this.#delivery(stored, { sink, target, destination }),
      );
      return { ...NOTHING, ...joined(plans) };
    });
    return { stored, ...joined(parts), unknownSinks: parts.filter((p) => p.isUnknown).length };
  }

  #wanted({ event }: StoredEvent): readonly Destination[] {
    const { sinks, routes } = this.uses.routing();
    const { directed } = event;
    if (directed === undefined || directed.sinks.includes(ROUTING)) {
      return destinations(event, routes, [...sinks.keys()]);
    }
    return directed.sinks.map((sink) => ({ sink }));
  }

  /** A replayed letter for a sink that is not configured any more is one again. */
  #unknownSink({ event }: StoredEvent, sink: string): Part {
    const target = event.directed?.target;
    if (target === undefined) return { ...NOTHING, isUnknown: true };
    const reason = `the sink ${sink} is not configured`;
    const letter = { event, sink, target, reason, attempts: 0, atMs: this.uses.clock.nowMs() };
    return { ...NOTHING, isUnknown: true, deadLetters: [letter] };
  }

  #delivery({ seq, event }: StoredEvent, planned: Planned): Part {
    const { sink, target, destination } = planned;
    const name = nameOf(event, planned);
    if (name !== undefined && this.#isRepeated(name, sink)) {
      return { ...NOTHING, repeated: [{ sink, target }] };
    }
    if (name !== undefined) this.#told.add(name);
    const group = sink.chat === undefined ? undefined : destination.group;
    const nowMs = this.uses.clock.nowMs();
    const { quiet = [] } = this.uses.routing();
    const quietMs = quietUntilMs(quiet, sink.name, { event, atMs: nowMs });
    const delivery = {
      seq,
      sink: sink.name,
      target,
      key: boundedKey(group?.key ?? event.key),
      notBeforeMs: Math.max(quietMs, group === undefined ? 0 : nowMs + group.waitMs),
    };
    return { ...NOTHING, deliveries: [delivery], told: name === undefined ? [] : [name] };
  }

  #isRepeated(name: string, { chat }: Sink): boolean {
    return this.#told.has(name) || this.uses.dedup.isRepeated(name, chat?.dedupMs ?? 0);
  }
}

interface Planned {
  readonly sink: Sink;
  readonly target: string;
  readonly destination: Destination;
}

/** Only chats are spared repeats, and nobody who asked for an event by name. */
function nameOf(event: StoredEvent['event'], { sink, target }: Planned): string | undefined {
  const isSpared = (sink.chat?.dedupMs ?? 0) > 0 && event.directed === undefined;
  return isSpared ? noticeName(event, [sink.name, target]) : undefined;
}

type Part = Pick<Plan, 'deliveries' | 'deadLetters' | 'repeated' | 'told'> & {
  readonly isUnknown: boolean;
};

const NOTHING: Part = {
  deliveries: [],
  deadLetters: [],
  repeated: [],
  told: [],
  isUnknown: false,
};

const joined = (parts: readonly Part[]) => ({
  deliveries: parts.flatMap(({ deliveries }) => deliveries),
  deadLetters: parts.flatMap(({ deadLetters }) => deadLetters),
  repeated: parts.flatMap(({ repeated }) => repeated),
  told: parts.flatMap(({ told }) => told),
});

function targetsOf(sink: Sink, { event }: StoredEvent): readonly string[] {
  const { directed } = event;
  if (directed?.target !== undefined && !directed.sinks.includes(ROUTING)) return [directed.target];
  return [...new Set(sink.targets(event).map(boundedTarget))];
}

/** An event that can never be delivered, as a dead letter. */
export function buried(stored: StoredEvent, reason: string, atMs: number): Plan {
  const letter = {
    event: stored.event,
    sink: ROUTING,
    target: '',
    reason: `it could not be routed: ${reason}`,
    attempts: 0,
    atMs,
  };
  return { stored, ...joined([{ ...NOTHING, deadLetters: [letter] }]), unknownSinks: 0 };
}
