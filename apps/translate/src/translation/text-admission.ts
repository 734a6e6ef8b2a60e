import { Injectable } from '@nestjs/common';
import { Lanes } from '@sextant/platform-http/admission';
import { TextAdmissionSettings } from './text-admission.settings.js';

/** Requests of so many characters take an engine a moment: they have places of their own. */
const SHORT = 4000;
/** Of all of them: what an engine translates in a few seconds. */
const SHORT_AT_ONCE = 64_000;

/** A stream is told in more parts than these, none of which is larger than its share. */
const USUAL_PARTS = 8;

/** What is asked to be translated. */
export interface TextAmount {
  readonly owner: string;
  readonly texts: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** The one place where texts that come by requests are let in, before anything is read of them: organizations by turns. */
@Injectable()
export class TextAdmission {
  readonly #lanes: Lanes;

  constructor({ textCharactersAtOnce, textCharactersWaiting }: TextAdmissionSettings) {
    const laneOf = (atOnce: number) => ({
      ...{ atOnce, ofOne: atOnce / 2 },
      waitingOfOne: textCharactersWaiting,
    });
    this.#lanes = new Lanes({
      upTo: SHORT,
      small: laneOf(SHORT_AT_ONCE),
      large: laneOf(textCharactersAtOnce),
    });
  }

  /** @throws {Problem} `too_much_waiting`, and what the work throws */
  async during<T>({ owner, texts, signal }: TextAmount, work: () => Promise<T>): Promise<T> {
    return await this.#lanes.during({ owner, amount: lengthOf(texts) }, work, signal);
  }

  /** The same for work that is told in parts: whoever does not read them keeps no place while they wait. */
  async *eachOf<T>(
    { owner, texts, signal }: TextAmount,
    parts: AsyncGenerator<T, void, undefined>,
  ): AsyncGenerator<T, void, undefined> {
    const length = lengthOf(texts);
    const amount = Math.ceil(length / USUAL_PARTS);
    const lane = this.#lanes.laneOf(length);
    for (;;) {
      const next = await lane.during({ owner, amount }, () => parts.next(), signal);
      if (next.done === true) return;
      yield next.value;
    }
  }
}

/** UTF-16 code units. */
const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.length, 0);
