import type { JsonObject } from '../fields/strict-json.js';

/** Prints an agreement: the same document gives the same bytes. */
export abstract class AgreementPrinter {
  abstract print(document: JsonObject): Promise<Uint8Array>;
}
