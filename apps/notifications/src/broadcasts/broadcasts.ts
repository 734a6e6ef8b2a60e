import { Injectable } from '@nestjs/common';
import { BroadcastsSettings } from './broadcasts.settings.js';
import { TrailStore } from '../delivery/trail-store.js';
import { BroadcastStore } from './broadcast-store.js';
import { ClassStore, type NamedClass } from './class-store.js';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import type { Audience, Broadcast, BroadcastMessage } from './broadcast.js';
import { personOf, type Caller } from '../access/caller.js';
import { Composer } from '../notifications/creation/composer.js';
import { ACCESS_ERRORS } from '../access/access-errors.js';
import { BROADCAST_ERRORS } from './broadcast-errors.js';
import type { TrailCounts } from '../delivery/trail.js';

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
@Injectable()
export class Broadcasts {
  constructor(
    private readonly audiences: ClassStore,
    private readonly jobs: BroadcastStore,
    private readonly trail: TrailStore,
    private readonly composer: Composer,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly settings: BroadcastsSettings,
  ) {}

  /**
   * Administrators and managers reach everybody of their academy, teachers the classes that they teach.
   *
   * @throws {Problem} `permission_denied`
   */
  async permit(caller: Caller, audience: Audience): Promise<void> {
    await this.composer.permit(caller);
    if (reachesAll(caller)) return;
    const { user, academyId } = caller;
    const { audiences } = this;
    const isOwn =
      audience.kind === 'class' && (await audiences.teaches(user, academyId, audience.classId));
    if (!isOwn) throw ACCESS_ERRORS.permissionDenied();
  }

  /** Nobody, for those who may not send. */
  async targets(caller: Caller): Promise<Targets> {
    const { user, academyId } = caller;
    if (!(await this.composer.mayCreate(caller))) {
      return { academy: false, years: [], classes: [] };
    }
    const { audiences } = this;
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
    return this.audiences.count(caller.academyId, audience, caller.user);
  }

  /** @throws {Problem} as `permit`; `too_many_messages` */
  async add(caller: Caller, message: BroadcastMessage, key?: string): Promise<Broadcast> {
    await this.permit(caller, message.audience);
    const now = this.#now();
    const id = this.ids.next();
    const job: Broadcast = {
      ...{ id, key: key ?? id, academyId: caller.academyId, sender: personOf(caller) },
      ...{ message: ownedBy(caller, message) },
      ...{ state: 'scheduled', creations: [], recipients: 0 },
      ...{ createdAt: now, updatedAt: now },
    };
    const quota = {
      since: new Date(now.getTime() - DAY_MS),
      most: this.settings.audienceMessagesPerDay,
    };
    const stored = await this.jobs.add(job, quota);
    if (stored === undefined) throw BROADCAST_ERRORS.tooManyMessages();
    return stored;
  }

  list(caller: Caller): Promise<readonly Broadcast[]> {
    const { user, academyId } = caller;
    return this.jobs.list({
      ...{ user, academyId, limit: LISTED, characters: LISTED_CHARACTERS },
    });
  }

  /** @throws {Problem} `job_not_found` */
  async read(caller: Caller, id: string): Promise<BroadcastView> {
    const job = await this.#own(caller, id);
    // Of all parts together: nobody is in two of them.
    return { job, counts: await this.trail.counts(job.creations) };
  }

  /** @throws {Problem} `job_not_found`; `job_begun` when it is too late */
  async change(caller: Caller, id: string, message: BroadcastMessage): Promise<Broadcast> {
    await this.#own(caller, id);
    await this.permit(caller, message.audience);
    const own = ownedBy(caller, message);
    const isInTime = await this.jobs.change(id, own, this.#now());
    if (!isInTime) throw BROADCAST_ERRORS.jobBegun();
    return this.#own(caller, id);
  }

  /** @throws {Problem} `job_not_found`; `job_begun` when it is too late */
  async cancel(caller: Caller, id: string): Promise<void> {
    await this.#own(caller, id);
    const isInTime = await this.jobs.cancel(id, this.#now());
    if (!isInTime) throw BROADCAST_ERRORS.jobBegun();
  }

  async #own({ user, academyId }: Caller, id: string): Promise<Broadcast> {
    const job = await this.jobs.find(id);
    const isOwn = job?.sender.user === user && job.academyId === academyId;
    if (job === undefined || !isOwn) throw BROADCAST_ERRORS.noJob();
    return job;
  }

  #now(): Date {
    return new Date(this.clock.nowMs());
  }
}

const reachesAll = ({ roles }: Caller): boolean =>
  roles.includes('admin') || roles.includes('manager');

const ownedBy = (caller: Caller, message: BroadcastMessage): BroadcastMessage =>
  reachesAll(caller) ? message : { ...message, isTeachers: true };
