import type { TrailStore } from '../delivery/trail-store.js';
import type { BroadcastStore } from './broadcast-store.js';
import type { ClassStore, NamedClass } from './class-store.js';
import type { Clock, Ids } from '@sextant/platform-clock';
import type { Audience, Broadcast, BroadcastMessage } from './broadcast.js';
import { personOf, type Caller } from '../access/caller.js';
import type { Composer } from '../notifications/composer.js';
import { ACCESS_ERRORS } from '../access/access-errors.js';
import { BROADCAST_ERRORS } from './broadcast-errors.js';
import type { TrailCounts } from '../delivery/trail.js';

export interface BroadcastsUses {
  readonly audiences: ClassStore;
  readonly jobs: BroadcastStore;
  readonly trail: TrailStore;
  readonly composer: Pick<Composer, 'permit' | 'mayCreate'>;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface BroadcastsOptions {
  /** Messages that one sender may create in a day; those that still wait count however old they are. */
  readonly mostADay: number;
}

export interface BroadcastView {
  readonly job: Broadcast;
  /** How many recipients each step was taken for so far. */
  readonly counts: TrailCounts;
}

const DAY_MS = 86_400_000;
const LISTED = 100;
const LISTED_CHARACTERS = 1_000_000;
/** More than anybody chooses from. */
const TARGETS = 1000;

/** Whom somebody may write to. */
export interface Targets {
  readonly academy: boolean;
  readonly years: readonly string[];
  readonly classes: readonly NamedClass[];
}

/** Takes messages to classes, years and the academy, and tells what became of them. */
export class Broadcasts {
  constructor(
    private readonly uses: BroadcastsUses,
    private readonly options: BroadcastsOptions,
  ) {}

  /**
   * Administrators and managers reach everybody of their academy, teachers the classes that they teach.
   *
   * @throws {Problem} `permission_denied`
   */
  async permit(caller: Caller, audience: Audience): Promise<void> {
    await this.uses.composer.permit(caller);
    if (reachesAll(caller)) return;
    const { user, academyId } = caller;
    const { audiences } = this.uses;
    const isOwn =
      audience.kind === 'class' && (await audiences.teaches(user, academyId, audience.classId));
    if (!isOwn) throw ACCESS_ERRORS.permissionDenied();
  }

  /** Nobody, for those who may not send. */
  async targets(caller: Caller): Promise<Targets> {
    const { user, academyId } = caller;
    if (!(await this.uses.composer.mayCreate(caller))) {
      return { academy: false, years: [], classes: [] };
    }
    const { audiences } = this.uses;
    const academy = reachesAll(caller);
    const classes = await audiences.classes({
      ...{ academyId, limit: TARGETS },
      ...(academy ? {} : { teacher: user }),
    });
    const years = classes.flatMap(({ year }) => (academy && year !== undefined ? [year] : []));
    return { academy, years: [...new Set(years)].sort(), classes };
  }

  /** How many it would reach now. @throws {Problem} as `permit` */
  async count(caller: Caller, audience: Audience): Promise<number> {
    await this.permit(caller, audience);
    return this.uses.audiences.count(caller.academyId, audience, caller.user);
  }

  /** @throws {Problem} as `permit`; `too_many_messages` */
  async add(caller: Caller, message: BroadcastMessage, key?: string): Promise<Broadcast> {
    await this.permit(caller, message.audience);
    const now = this.#now();
    const id = this.uses.ids.next();
    const job: Broadcast = {
      ...{ id, key: key ?? id, academyId: caller.academyId, sender: personOf(caller) },
      ...{ message: ownedBy(caller, message) },
      ...{ state: 'scheduled', creations: [], recipients: 0 },
      ...{ createdAt: now, updatedAt: now },
    };
    const quota = { since: new Date(now.getTime() - DAY_MS), most: this.options.mostADay };
    const stored = await this.uses.jobs.add(job, quota);
    if (stored === undefined) throw BROADCAST_ERRORS.tooManyMessages();
    return stored;
  }

  list(caller: Caller): Promise<readonly Broadcast[]> {
    const { user, academyId } = caller;
    return this.uses.jobs.list({
      ...{ user, academyId, limit: LISTED, characters: LISTED_CHARACTERS },
    });
  }

  /** @throws {Problem} `job_not_found` */
  async read(caller: Caller, id: string): Promise<BroadcastView> {
    const job = await this.#own(caller, id);
    // Of all parts together: nobody is in two of them.
    return { job, counts: await this.uses.trail.counts(job.creations) };
  }

  /** @throws {Problem} `job_not_found`; `job_begun` when it is too late */
  async change(caller: Caller, id: string, message: BroadcastMessage): Promise<Broadcast> {
    await this.#own(caller, id);
    await this.permit(caller, message.audience);
    const own = ownedBy(caller, message);
    const isInTime = await this.uses.jobs.change(id, own, this.#now());
    if (!isInTime) throw BROADCAST_ERRORS.jobBegun();
    return this.#own(caller, id);
  }

  /** @throws {Problem} `job_not_found`; `job_begun` when it is too late */
  async cancel(caller: Caller, id: string): Promise<void> {
    await this.#own(caller, id);
    const isInTime = await this.uses.jobs.cancel(id, this.#now());
    if (!isInTime) throw BROADCAST_ERRORS.jobBegun();
  }

  async #own({ user, academyId }: Caller, id: string): Promise<Broadcast> {
    const job = await this.uses.jobs.find(id);
    const isOwn = job?.sender.user === user && job.academyId === academyId;
    if (job === undefined || !isOwn) throw BROADCAST_ERRORS.noJob();
    return job;
  }

  #now(): Date {
    return new Date(this.uses.clock.nowMs());
  }
}

const reachesAll = ({ roles }: Caller): boolean =>
  roles.includes('admin') || roles.includes('manager');

const ownedBy = (caller: Caller, message: BroadcastMessage): BroadcastMessage =>
  reachesAll(caller) ? message : { ...message, isTeachers: true };
