import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { alertIdentity, eventId, type RelayEvent } from '../events/event.js';
import { Delivering } from '../delivery/delivering.js';
import { Intake } from '../intake/intake.js';
import { CurrentConfig } from '../options/current-config.js';
import { Observer } from '../observability/observer.js';
import { alertsOfGroup } from '../sources/alertmanager.js';
import { Spool, type Reply } from '../spool/spool.js';
import type { EscalationPolicy, EscalationTarget } from '../options/escalation-policy.js';
import { OnCall } from './on-call.js';

/** One alert under one policy, as it is kept from one process to the next. */
interface Watched {
  readonly policy: string;
  readonly startsAt: string;
  readonly sinceMs: number;
  /** When the next step is due; nothing when it is over: somebody has it, or all were told. */
  readonly dueMs: number | null;
  readonly step: number;
  readonly event?: RelayEvent;
}

/** An alert that a policy is to watch, or one that nobody need be told of any more. */
interface News {
  readonly policy: string;
  readonly key: string;
  readonly alert?: {
    readonly event: RelayEvent;
    readonly startsAt: string;
    /** Until the first step. */
    readonly firstMs: number;
  };
}

type SinkTarget = Extract<EscalationTarget, { kind: 'sink' }>;
/** Who is on call, by schedule. */
type Asked = Map<string, Promise<readonly string[]>>;

export const ESCALATIONS = 'escalations';
const LOOK_MS = 1000;
const AT_ONCE = 100;
const NOTED_AT_ONCE = 200;
const NOTHING = { done: [], retries: [], deadLetters: [], events: [] };
const place = (policy: string) => ({ sink: ESCALATIONS, target: policy });

/** Tells the next ones when nobody acknowledges an alert in time. */
@Injectable()
export class Escalations implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly spool: Spool,
    private readonly intake: Intake,
    private readonly observer: Observer,
    private readonly clock: Clock,
    private readonly onCall: OnCall,
    private readonly config: CurrentConfig,
    private readonly delivering: Delivering,
  ) {
    intake.prepareWith((events) => this.prepare(events));
  }

  get #policies(): readonly EscalationPolicy[] {
    return this.config.value.escalations ?? [];
  }

  onApplicationBootstrap(): void {
    const look = () => {
      this.#looking ??= this.#look().finally(() => (this.#looking = undefined));
    };
    this.#timer = setInterval(look, LOOK_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    await this.#turn.catch(() => undefined); // whoever began it was told
  }

  /** One after the other: nothing is written over what somebody acknowledges. Senders wait here, so only for the spool. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.catch(() => undefined).then(work);
    this.#turn = turn;
    return turn;
  }

  /** Before the events are stored and answered: a sender that was answered is escalated, whatever is killed. */
  async prepare(events: readonly RelayEvent[]): Promise<void> {
    const policies = this.#policies;
    if (policies.length === 0) return;
    const alerts = events.flatMap((event) => [event, ...alertsOfGroup(event)]);
    const news = alerts.flatMap((event) => newsOf(event, policies));
    await this.#note(news);
  }

  /** Somebody has it, or it is over. */
  async stop(key: string): Promise<void> {
    await this.#note(this.#policies.map(({ name }) => ({ policy: name, key })));
  }

  /** Many at a time, for a notification has thousands; not all, for other senders have their turns in between. */
  async #note(news: readonly News[]): Promise<void> {
    for (let from = 0; from < news.length; from += NOTED_AT_ONCE) {
      await this.#inTurn(() => this.#noteAtOnce(news.slice(from, from + NOTED_AT_ONCE)));
    }
  }

  async #noteAtOnce(news: readonly News[]): Promise<void> {
    const nameOf = ({ policy, key }: News) => JSON.stringify([policy, key]);
    const found = news.map(async (one) => {
      return [nameOf(one), await this.#find(one.policy, one.key)] as const;
    });
    const known = new Map(await Promise.all(found));
    const replies = new Map<string, Reply>();
    for (const one of news) {
      const name = nameOf(one);
      const watched = this.#after(known.get(name), one);
      if (watched === undefined) continue;
      known.set(name, watched);
      replies.set(name, this.#replyOf(one.key, watched));
    }
    if (replies.size === 0) return;
    // In one order: two replicas that note down the same alerts never wait for each other.
    const inOrder = [...replies].toSorted(([a], [b]) => (a < b ? -1 : 1));
    await this.spool.settle({ ...NOTHING, replies: inOrder.map(([, reply]) => reply) });
  }

  /** Nothing where nothing changes. */
  #after(known: Watched | undefined, { policy, alert }: News): Watched | undefined {
    if (alert === undefined) {
      return known?.dueMs == null ? undefined : ended(known);
    }
    const { event, startsAt, firstMs } = alert;
    // A sender repeats itself: what was acknowledged stays so.
    if (known?.startsAt === startsAt) return undefined;
    const sinceMs = this.clock.nowMs();
    return { policy, startsAt, sinceMs, dueMs: sinceMs + firstMs, step: 0, event };
  }

  async #look(): Promise<void> {
    const { spool, clock, observer } = this;
    if (!this.delivering.isLeading || this.#policies.length === 0) return;
    try {
      const due = await spool.due(ESCALATIONS, clock.nowMs(), AT_ONCE);
      const asked = new Map<string, Promise<readonly string[]>>();
      // Those that need no calendar do not wait for one.
      await Promise.all(due.map((reply) => this.#tell(reply as unknown as Watched, asked)));
    } catch (error) {
      observer.trouble('escalations.failed', error);
    }
  }

  async #tell(watched: Watched, asked: Asked): Promise<void> {
    try {
      const to = this.#policy(watched)?.steps[watched.step]?.to ?? [];
      const targets = await this.#resolved(to, asked);
      await this.#inTurn(async () => {
        if (await this.#isDue(watched)) await this.#escalate(watched, targets);
      });
    } catch (error) {
      this.observer.trouble('escalations.failed', error);
    }
  }

  #policy({ policy }: Watched): EscalationPolicy | undefined {
    return this.#policies.find(({ name }) => name === policy);
  }

  /** Somebody may have taken it since, here or at another replica. */
  async #isDue({ event, policy, startsAt, step, dueMs }: Watched): Promise<boolean> {
    const now = event === undefined ? undefined : await this.#find(policy, event.key);
    return now?.startsAt === startsAt && now.step === step && now.dueMs === dueMs;
  }

  /** Told, and noted down after that: at least once. */
  async #escalate(watched: Watched, targets: readonly SinkTarget[]): Promise<void> {
    const { event, step: index, policy: name } = watched;
    const policy = this.#policy(watched);
    if (event === undefined) return;
    if (policy?.steps[index] === undefined) return this.#end(event.key, watched);
    if (targets.length > 0) {
      const events = targets.map((target) => this.#notice(watched, target));
      await this.intake.accept({ source: ESCALATIONS, events: events.flat(), bytes: 0 });
    } else {
      const nobody = new Error(`${name}, step ${index + 1}: nobody is on call`);
      this.observer.trouble('escalations.nobody', nobody);
    }
    const next = policy.steps[index + 1];
    if (!(await this.#isDue(watched))) return;
    if (next === undefined) return this.#end(event.key, watched);
    // Without anybody to tell there is nothing to wait for.
    const dueMs = targets.length === 0 ? 0 : watched.sinceMs + next.afterMs;
    await this.#keep(event.key, { ...watched, step: index + 1, dueMs });
  }

  /** Each calendar is asked once in a look, however many alerts are due. */
  async #resolved(to: readonly EscalationTarget[], asked: Asked): Promise<readonly SinkTarget[]> {
    const { schedules = [] } = this.config.value;
    const found = to.map(async (target) => {
      if (target.kind === 'sink') return [target];
      const { schedule: name } = target;
      const answer = asked.get(name) ?? this.onCall.who(name, this.clock.nowMs());
      asked.set(name, answer);
      const schedule = schedules.find((one) => one.name === name);
      return (await answer).flatMap((person) => schedule?.people[person] ?? []);
    });
    const all = (await Promise.all(found)).flat();
    return all.filter((target) => target.kind === 'sink');
  }

  #notice({ event, sinceMs, policy, step }: Watched, { sink, target }: SinkTarget): RelayEvent[] {
    if (event === undefined) return [];
    const nowMs = this.clock.nowMs();
    // As text: whatever escapes values takes texts.
    const minutes = String(Math.round((nowMs - sinceMs) / 60_000));
    return [
      {
        ...event,
        id: eventId('escalation', event.id, policy, String(step), sink, target ?? ''),
        via: { ...event.via, Escalation: { policy, step: step + 1, minutes } },
        directed: { sinks: [sink], ...(target === undefined ? {} : { target }) },
        queuedMs: nowMs,
      },
    ];
  }

  async #find(policy: string, key: string): Promise<Watched | undefined> {
    const kept = await this.spool.reply(place(policy), key);
    return kept?.reply as Watched | undefined;
  }

  #end(key: string, watched: Watched): Promise<void> {
    return this.#keep(key, ended(watched));
  }

  async #keep(key: string, watched: Watched): Promise<void> {
    await this.spool.settle({ ...NOTHING, replies: [this.#replyOf(key, watched)] });
  }

  #replyOf(key: string, watched: Watched): Reply {
    return {
      ...place(watched.policy),
      ...{ key, reply: { ...watched }, atMs: this.clock.nowMs() },
    };
  }
}

const ended = ({ policy, startsAt, sinceMs, step }: Watched): Watched => ({
  ...{ policy, startsAt, sinceMs, step, dueMs: null },
});

/** What an event says to the policies: one that is resolved is over for all, also those that it matches no more. */
function newsOf(event: RelayEvent, policies: readonly EscalationPolicy[]): readonly News[] {
  const { key, labels } = event;
  const identity = event.directed === undefined ? alertIdentity(event) : undefined;
  if (identity === undefined) return [];
  const { status, startsAt } = identity;
  if (status === 'resolved') return policies.map(({ name }) => ({ policy: name, key }));
  return policies
    .filter(({ matchers }) => matchers.every((matches) => matches(labels)))
    .map(({ name, steps: [first] }) => {
      return { policy: name, key, alert: { event, startsAt, firstMs: first?.afterMs ?? 0 } };
    });
}
