import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import type { RelayEvent } from '../events/event.js';
import { Archive } from '../history/archive.js';
import { RELAY_ERRORS } from '../http/relay-errors.js';
import { Spool } from '../spool/spool.js';
import { explained, type Explanation } from './explanation.js';
import { ConfiguredSilences } from '../chat/configured-silences.js';
import type { Silence, SilenceBook, SilenceRequest } from '../chat/silence-book.js';
import { Workbench, type TrialResult } from './workbench.js';

/** An event of the history, or that of a dead letter. */
export type EventPlace = { readonly eventId: string } | { readonly deadLetter: number };

/** What the console does beside looking. */
@Injectable()
export class Console {
  constructor(
    readonly workbench: Workbench,
    private readonly archive: Archive,
    private readonly spool: Spool,
    private readonly clock: Clock,
    private readonly configured: ConfiguredSilences,
  ) {}

  /** @throws {Problem} `event_not_found`, `dead_letter_not_found` */
  async explain(place: EventPlace): Promise<Explanation> {
    const event = await this.#event(place);
    return explained(event, this.workbench.routing(), this.clock.nowMs());
  }

  /** @throws {Problem} `event_not_found`, `dead_letter_not_found`, `template_not_found` */
  async tryTemplate(place: EventPlace, option: string, text: string): Promise<TrialResult> {
    const event = await this.#event(place);
    return this.workbench.tryTemplate({ option, text, event });
  }

  /** Nothing where no Alertmanager is configured. @throws {Problem} `alertmanager_failed` */
  async silences(): Promise<readonly Silence[] | undefined> {
    const book = this.configured.alertmanager;
    return book === undefined ? undefined : asked(book.list());
  }

  /** @throws {Problem} `no_alertmanager`, `alertmanager_failed` */
  silence(wish: SilenceRequest): Promise<string> {
    return asked(this.#book().add(wish));
  }

  /** @throws {Problem} `no_alertmanager`, `alertmanager_failed` */
  endSilence(id: string): Promise<void> {
    return asked(this.#book().end(id));
  }

  #book(): SilenceBook {
    const book = this.configured.alertmanager;
    if (book === undefined) throw RELAY_ERRORS.noAlertmanager();
    return book;
  }

  async #event(place: EventPlace): Promise<RelayEvent> {
    if ('eventId' in place) return (await this.archive.find(place.eventId)).event;
    const page = { beforeId: place.deadLetter + 1, limit: 1 };
    const [letter] = await this.spool.deadLetters(page);
    if (letter?.id !== place.deadLetter) throw RELAY_ERRORS.deadLetterNotFound();
    return letter.event;
  }
}

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'it does not answer';
    throw RELAY_ERRORS.alertmanagerFailed({ message: `Alertmanager: ${reason}`, cause });
  }
}
