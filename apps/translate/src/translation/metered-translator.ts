import { Injectable } from '@nestjs/common';
import { billedCharacters } from '../usage/billed-characters.js';
import { Meter } from '../usage/meter.js';
import type { Customer, UsageRecord } from '../usage/usage.js';
import { TextAdmission } from './text-admission.js';
import type { Translation } from './translation.js';
import { Translator, type StreamedPart, type TranslationRequest } from './translator.js';

/**
 * Translates for customers: nothing above their quota, nothing uncounted.
 *
 * A request counts once it is accepted: its translation is there, or the first part of its stream, and the answer
 * goes out after the count is durable. A request that fails costs nothing.
 */
@Injectable()
export class MeteredTranslator {
  constructor(
    private readonly translator: Translator,
    private readonly meter: Meter,
    private readonly admission: TextAdmission,
  ) {}

  /** @throws {Problem} `quota_exceeded`, `too_much_waiting`, and as `Translator.translate` */
  translate(customer: Customer, request: TranslationRequest): Promise<readonly Translation[]> {
    return this.meter.during(recordOf(customer, request), () =>
      this.admission.during(request, () => this.translator.translate(request)),
    );
  }

  /** @throws {Problem} by the first call of `next()`: `quota_exceeded`, `too_much_waiting`, and as `Translator.stream` */
  async *stream(
    customer: Customer,
    request: TranslationRequest,
  ): AsyncGenerator<StreamedPart, void, undefined> {
    const parts = this.admission.eachOf(request, this.translator.stream(request));
    const first = await this.meter.during(recordOf(customer, request), () => parts.next());
    if (first.done !== true) yield first.value;
    yield* parts;
  }
}

const recordOf = (customer: Customer, request: TranslationRequest): UsageRecord => ({
  ...customer,
  operation: 'text_translation',
  characters: charactersOf(request),
});

const charactersOf = ({ texts }: TranslationRequest): number =>
  texts.reduce((sum, text) => sum + billedCharacters(text), 0);
