import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import { DataSource } from 'typeorm';
import { AccountNewsSettings } from './account-news.settings.js';

interface News {
  readonly object_id: string;
  readonly sequence: string;
  readonly changed_at: Date;
  /** `null` when the account is no more. */
  readonly username: string | null;
  readonly name: string;
  readonly academy_id: string;
  readonly email: string;
  readonly is_active: boolean;
  readonly is_reachable: boolean;
  readonly locale: string | null;
  readonly zoneinfo: string | null;
}

const POLL_MS = 1000;
const AT_ONCE = 50;
const DEADLINE_MS = 10_000;
/** After this another replica, or this one, tries again. */
const RETRY_SECONDS = 5;

/**
 * Tells notifications of every account how its person is reached, and when it is no more: verified address, language and time
 * zone, which tokens do not carry. At least once; what is newer wins there.
 */
@Injectable()
export class AccountNews implements OnApplicationBootstrap, OnApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #isFailing = false;

  constructor(
    private readonly settings: AccountNewsSettings,
    private readonly logger: Logger,
    private readonly source: DataSource,
  ) {}

  onApplicationBootstrap(): void {
    const { notificationsUrl: url, notificationsToken: token } = this.settings;
    if (url !== undefined && token !== undefined) this.#wait(0);
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#running;
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#turn().then((count) => {
        if (this.#timer !== undefined) this.#wait(count > 0 ? 0 : POLL_MS);
      });
    }, ms);
  }

  /** @returns how many were told */
  async #turn(): Promise<number> {
    try {
      const news = await this.#take();
      let told = 0;
      for (const one of news) told += Number(await this.#tell(one));
      if (told > 0) this.#isFailing = false;
      return told;
    } catch (error) {
      this.#complain({ err: error });
      return 0;
    }
  }

  /** Nobody else takes them for a while. */
  async #take(): Promise<readonly News[]> {
    const [rows] = await this.source.query<[News[], number]>(
      `UPDATE account_news AS news SET next_at = now() + interval '${RETRY_SECONDS} seconds'
       FROM (SELECT object_id FROM account_news WHERE next_at <= now()
             ORDER BY next_at, sequence LIMIT ${AT_ONCE} FOR UPDATE SKIP LOCKED) AS due
         LEFT JOIN auth_user AS person USING (object_id)
       WHERE news.object_id = due.object_id
       RETURNING news.object_id, news.sequence, news.changed_at, person.username, person.name,
         person.academy_id, person.email, person.is_active,
         person.is_active AND person.is_verified AS is_reachable,
         person.claims->>'locale' AS locale, person.claims->>'zoneinfo' AS zoneinfo`,
    );
    return rows;
  }

  async #tell(news: News): Promise<boolean> {
    let response = await this.#send(news);
    // Whoever does not know of deactivations still hears that there is no address.
    if (response.status === 400 && news.username !== null && !news.is_active)
      response = await this.#send({ ...news, is_active: true });
    // Refused for good: to say it again would end alike.
    const isFinal = response.ok || response.status === 400 || response.status === 413;
    if (!response.ok) this.#complain({ status: response.status, objectId: news.object_id });
    if (isFinal) await this.#told(news);
    return isFinal;
  }

  async #send(news: News): Promise<Response> {
    const { notificationsUrl: url, notificationsToken: token = '' } = this.settings;
    const response = await fetch(new URL(`/internal/people/${news.object_id}`, url), {
      ...(news.username === null ? { method: 'DELETE' } : putOf(news)),
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    await response.body?.cancel();
    return response;
  }

  /** Unless there is newer news by now. */
  async #told({ object_id, sequence }: News): Promise<void> {
    await this.source.query('DELETE FROM account_news WHERE object_id = $1 AND sequence = $2', [
      object_id,
      sequence,
    ]);
  }

  /** Once, until it works again. */
  #complain(fields: Readonly<Record<string, unknown>>): void {
    if (!this.#isFailing) this.logger.warn('account_news.failed', fields);
    this.#isFailing = true;
  }
}

const putOf = (news: News) => ({
  method: 'PUT',
  body: JSON.stringify({
    academyId: news.academy_id,
    userId: news.username,
    userName: news.name,
    email: news.is_reachable ? news.email : null,
    locale: news.locale,
    timeZone: news.zoneinfo,
    ...(news.is_active ? {} : { active: false }),
    changedAt: news.changed_at,
  }),
});
