import type { Clock } from '@sextant/platform-clock';
import { PART_SIZE, partOf, type AudienceJob } from './audience.js';
import { isTooMuch, type Content } from './creation.js';
import type { Creator } from './creator.js';
import type { Person, Recipient } from './notification.js';
import type { Observer } from './observer.js';
import type { Storage } from './storage.js';
import { Worker } from './worker.js';

export interface AudienceJobsUses {
  readonly storage: Pick<Storage, 'audiences' | 'jobs' | 'contacts' | 'people'>;
  readonly creator: Pick<Creator, 'create' | 'settled'>;
  readonly clock: Clock;
  readonly observer: Observer;
}

const POLL_MS = 1000;
/** Longer than a part takes. */
const LEASE_MS = 60_000;
const LOOKED_UP = 10_000;

/** Sends messages to audiences when their time has come: to each person once, whatever is killed meanwhile. */
export class AudienceJobs {
  readonly #worker: Worker;

  constructor(private readonly uses: AudienceJobsUses) {
    const work = () => this.run();
    this.#worker = new Worker({ name: 'audience', pollMs: POLL_MS, work, observer: uses.observer });
  }

  start(): void {
    this.#worker.start();
  }

  wake(): void {
    this.#worker.wake();
  }

  stop(): Promise<void> {
    return this.#worker.stop();
  }

  /** Sends one of them. @returns whether there was one */
  async run(): Promise<boolean> {
    const { storage, clock } = this.uses;
    const nowMs = clock.nowMs();
    const job = await storage.jobs.claim(new Date(nowMs), new Date(nowMs + LEASE_MS));
    if (job === undefined) return false;
    await this.#send(job);
    await storage.jobs.done(job.id, new Date(clock.nowMs()));
    return true;
  }

  async #send(job: AudienceJob): Promise<void> {
    const { storage, creator, clock } = this.uses;
    const members = await storage.audiences.members(job.academyId, job.message.audience);
    const people = members.filter(({ user }) => user !== job.sender.user);
    // Fixed at the first try, and as large as it was then.
    const parts = job.parts > 0 ? job.parts : Math.max(1, Math.ceil(people.length / sizeOf(job)));
    if (job.parts === 0) await storage.jobs.divide(job.id, parts);
    const byPart = Map.groupBy(people, ({ user }) => partOf(user, parts));
    for (let part = job.creations.length; part < parts; part += 1) {
      const done = await this.#sendPart(job, part, byPart.get(part) ?? []);
      await storage.jobs.advance(job.id, done, new Date(clock.nowMs() + LEASE_MS));
      await creator.settled();
    }
  }

  async #sendPart(job: AudienceJob, part: number, people: readonly Person[]) {
    const recipients = await this.#recipientsOf(job, people);
    if (recipients.length === 0) return { part, creation: null, recipients: 0 };
    const { message, academyId, sender, id } = job;
    const { audience, translations, isUrgent } = message;
    const created = await this.uses.creator.create({
      key: `audience:${id}:${part}`,
      ...{ academyId, sender, recipients, content: contentOf(job), isPart: true },
      ...(audience.kind === 'class' ? { classId: audience.classId } : {}),
      ...(translations === undefined ? {} : { translations }),
      ...(isUrgent === undefined ? {} : { isUrgent }),
    });
    return { part, creation: created.id, recipients: created.recipients.length };
  }

  /** With the language of each, and without those who belong to another academy by now. */
  async #recipientsOf(job: AudienceJob, people: readonly Person[]): Promise<readonly Recipient[]> {
    const { storage } = this.uses;
    const found: Recipient[] = [];
    for (let start = 0; start < people.length; start += LOOKED_UP) {
      const some = people.slice(start, start + LOOKED_UP);
      const users = some.map(({ user }) => user);
      const known = await storage.people.known(users);
      const contacts = await storage.contacts.ofUsers(users);
      for (const person of some) {
        const own = known.get(person.user);
        if ((own?.academyId ?? job.academyId) !== job.academyId) continue;
        const language = languageOf(job, contacts.get(person.user)?.locale);
        found.push({
          ...(own === undefined ? { ...person, boundTo: job.academyId } : nameOf(own)),
          ...(language === undefined ? {} : { language }),
        });
      }
    }
    return found;
  }
}

const nameOf = ({ user, userId, userName }: Person): Person => ({ user, userId, userName });

/** Fewer where the text is long: each has it. */
function sizeOf({ message }: AudienceJob): number {
  const texts = [message, ...Object.values(message.translations ?? {})];
  const longest = Math.max(...texts.map(({ description }) => description.length));
  return isTooMuch(2 * PART_SIZE, 'x'.repeat(longest)) ? PART_SIZE / 4 : PART_SIZE;
}

function languageOf({ message }: AudienceJob, locale: string | undefined): string | undefined {
  const { translations = {} } = message;
  const tag = locale?.toLowerCase() ?? '';
  return [tag, tag.split('-', 1)[0] ?? ''].find((one) => Object.hasOwn(translations, one));
}

const contentOf = ({ message: { title, description, category } }: AudienceJob): Content => ({
  ...{ title, description, notificationType: 'direct', autoDeleteOnCheck: true },
  ...(category === undefined ? {} : { category }),
});
