import type { JsonObject } from '../fields/strict-json.js';

/** Prints an agreement: the same document gives the same bytes. */
export interface AgreementPrinter {
  print(document: JsonObject): Promise<Uint8Array>;
}
