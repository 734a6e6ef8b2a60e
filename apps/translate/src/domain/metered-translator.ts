import { billedCharacters } from './billed-characters.js';
import type { Meter } from './meter.js';
import type { StreamedPart, Translation, TranslationRequest, Translator } from './translator.js';
import type { UsageRecord } from './usage.js';

/** Who is charged for a translation. */
export type Customer = Pick<UsageRecord, 'owner' | 'keyId' | 'plan' | 'customTag'>;

/**
 * Translates for customers: nothing above their quota, nothing uncounted.
 *
 * A request counts once it is accepted: its translation is there, or the first part of its stream, and the answer
 * goes out after the count is durable. A request that fails costs nothing.
 */
export class MeteredTranslator {
  constructor(
    private readonly translator: Translator,
    private readonly meter: Meter,
  ) {}

  /** @throws {Problem} `quota_exceeded`, and as `Translator.translate` */
  async translate(
    customer: Customer,
    request: TranslationRequest,
  ): Promise<readonly Translation[]> {
    const characters = charactersOf(request);
    await this.meter.require(customer, characters);
    const translations = await this.translator.translate(request);
    await this.#count(customer, characters);
    return translations;
  }

  /** @throws {Problem} by the first call of `next()`: `quota_exceeded`, and as `Translator.stream` */
  async *stream(
    customer: Customer,
    request: TranslationRequest,
  ): AsyncGenerator<StreamedPart, void, undefined> {
    const characters = charactersOf(request);
    await this.meter.require(customer, characters);
    const parts = this.translator.stream(request);
    const first = await parts.next();
    await this.#count(customer, characters);
    if (first.done !== true) yield first.value;
    yield* parts;
  }

  #count(customer: Customer, characters: number): Promise<void> {
    return this.meter.record({ ...customer, operation: 'text_translation', characters });
  }
}

const charactersOf = ({ texts }: TranslationRequest): number =>
  texts.reduce((sum, text) => sum + billedCharacters(text), 0);
