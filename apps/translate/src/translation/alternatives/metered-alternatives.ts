import { Injectable } from '@nestjs/common';
import { billedCharacters } from '../../usage/billed-characters.js';
import { Meter } from '../../usage/meter.js';
import type { Customer } from '../../usage/usage.js';
import { TextAdmission } from '../text-admission.js';
import { Alternatives, type Alternative, type AlternativesRequest } from './alternatives.js';

/** Alternatives for customers. A sentence counts once, however many translations of it are found; it is let in as all of them. */
@Injectable()
export class MeteredAlternatives {
  constructor(
    private readonly alternatives: Alternatives,
    private readonly meter: Meter,
    private readonly admission: TextAdmission,
  ) {}

  /** @throws {Problem} `quota_exceeded`, `too_much_waiting`, and as `Alternatives.find` */
  find(customer: Customer, request: AlternativesRequest): Promise<readonly Alternative[]> {
    const characters = billedCharacters(request.text);
    return this.meter.during({ ...customer, operation: 'text_translation', characters }, () =>
      this.beside(request),
    );
  }

  /** Of a sentence whose translation was counted already. @throws {Problem} `too_much_waiting`, and as `Alternatives.find` */
  beside(request: AlternativesRequest): Promise<readonly Alternative[]> {
    const { owner, text, most, signal } = request;
    const texts = Array.from({ length: most }, () => text);
    return this.admission.during({ owner, texts, signal }, () => this.alternatives.find(request));
  }
}
