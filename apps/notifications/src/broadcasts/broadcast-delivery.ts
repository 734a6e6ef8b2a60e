import {
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeopleStore } from '../people/people-store.js';
import { ContactStore } from '../people/contact-store.js';
import { BroadcastStore, type PartDone } from './broadcast-store.js';
import { ClassStore } from './class-store.js';
import { Clock } from '@sextant/platform-runtime/clock';
import { PART_SIZE, type Broadcast } from './broadcast.js';
import { isTooMuch, type Content } from '../notifications/creation/creation.js';
import { Creator } from '../notifications/creation/creator.js';
import type { Recipient } from '../notifications/notification.js';
import type { Person } from '../access/person.js';
import { Observer } from '../observability/observer.js';
import type { Rounds } from '@sextant/platform-data/work-loop';
import { observedRounds } from '../scheduling/rounds.js';

const POLL_MS = 1000;
/** Longer than a part takes. */
const LEASE_MS = 60_000;

/** Sends messages to audiences when their time has come: to each person once, whatever is killed meanwhile. */
@Injectable()
export class BroadcastDelivery implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #worker: Rounds;

  constructor(
    private readonly audiences: ClassStore,
    private readonly jobs: BroadcastStore,
    private readonly contacts: ContactStore,
    private readonly people: PeopleStore,
    private readonly creator: Creator,
    private readonly clock: Clock,
    observer: Observer,
  ) {
    const round = () => this.run();
    this.#worker = observedRounds({ name: 'audience', pollMs: POLL_MS, round, observer });
  }

  onApplicationBootstrap(): void {
    this.#worker.start();
  }

  wake(): void {
    this.#worker.wake();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#worker.stop();
  }

  /**
   * Sends the next part of one of them, so that a long one keeps nobody else's waiting.
   *
   * @returns whether there was one
   */
  async run(): Promise<boolean> {
    const { creator, clock } = this;
    const nowMs = clock.nowMs();
    const leaseUntil = new Date(nowMs + LEASE_MS);
    const job = await this.jobs.claim(new Date(nowMs), leaseUntil);
    if (job === undefined) return false;
    const claimed = { id: job.id, leaseUntil };
    if (!(await this.#mayGo(job))) {
      await this.jobs.refuse(claimed, new Date(nowMs));
      return true;
    }
    const done = await this.#sendPart(job);
    const now = new Date(clock.nowMs());
    if (done === undefined) await this.jobs.done(claimed, now);
    else await this.jobs.advance(job.id, done, now);
    await creator.settled();
    return true;
  }

  /** A year may have gone since it was permitted, and the teacher may have left. */
  async #mayGo({ message, sender: { user }, academyId }: Broadcast): Promise<boolean> {
    const { audience, isTeachers } = message;
    if (isTeachers !== true) return true;
    const { people, audiences } = this;
    return (
      audience.kind === 'class' &&
      (await people.isRegistered(user, academyId)) &&
      (await audiences.teaches(user, academyId, audience.classId))
    );
  }

  /**
   * Interrupted and begun again, a part is what was stored of it: its last recipient says where the next begins,
   * whoever has come or gone meanwhile.
   *
   * @returns `undefined` if there is nobody left
   */
  async #sendPart(job: Broadcast): Promise<PartDone | undefined> {
    const { message, academyId, sender, id, creations } = job;
    const recipients = await this.#nextOf(job);
    if (recipients.length === 0) return undefined;
    const { audience, translations, isUrgent } = message;
    const created = await this.creator.create({
      key: `audience:${id}:${creations.length}`,
      ...{ academyId, sender, recipients, content: contentOf(job), isPart: true },
      ...(audience.kind === 'class' ? { classId: audience.classId } : {}),
      ...(translations === undefined ? {} : { translations }),
      ...(isUrgent === undefined ? {} : { isUrgent }),
    });
    return {
      ...{ part: creations.length, creation: created.id, recipients: created.recipients.length },
      reached: created.recipients.at(-1)?.user ?? '',
    };
  }

  /** Those after the last whom it has reached. */
  async #nextOf(job: Broadcast): Promise<readonly Recipient[]> {
    const { academyId, message, sender } = job;
    const limit = sizeOf(job);
    let after = job.reached;
    for (;;) {
      const members = await this.audiences.members({
        ...{ academyId, audience: message.audience, limit },
        ...(after === undefined ? {} : { after }),
      });
      const people = members.filter(({ user }) => user !== sender.user);
      const recipients = await this.#recipientsOf(job, people);
      if (recipients.length > 0 || members.length < limit) return recipients;
      after = members.at(-1)?.user;
    }
  }

  /** With the language of each, and without those who belong to another academy by now. */
  async #recipientsOf(job: Broadcast, people: readonly Person[]): Promise<readonly Recipient[]> {
    const users = people.map(({ user }) => user);
    const known = await this.people.known(users);
    const contacts = await this.contacts.ofUsers(users);
    return people.flatMap((person) => {
      const own = known.get(person.user);
      if ((own?.academyId ?? job.academyId) !== job.academyId) return [];
      const language = languageOf(job, contacts.get(person.user)?.locale);
      return [
        {
          ...(own === undefined ? { ...person, boundTo: job.academyId } : nameOf(own)),
          ...(language === undefined ? {} : { language }),
        },
      ];
    });
  }
}

const nameOf = ({ user, userId, userName }: Person): Person => ({ user, userId, userName });

/** Fewer where the text is long: each has it. */
function sizeOf({ message }: Broadcast): number {
  const texts = [message, ...Object.values(message.translations ?? {})];
  const longest = Math.max(...texts.map(({ description }) => description.length));
  return isTooMuch(2 * PART_SIZE, 'x'.repeat(longest)) ? PART_SIZE / 4 : PART_SIZE;
}

function languageOf({ message }: Broadcast, locale: string | undefined): string | undefined {
  const { translations = {} } = message;
  const tag = locale?.toLowerCase() ?? '';
  return [tag, tag.split('-', 1)[0] ?? ''].find((one) => Object.hasOwn(translations, one));
}

const contentOf = ({ message: { title, description, category } }: Broadcast): Content => ({
  ...{ title, description, notificationType: 'direct', autoDeleteOnCheck: true },
  ...(category === undefined ? {} : { category }),
});
