import type { Customer } from '../../usage/usage.js';
import type { DocumentRequest } from '../work/document-translation.js';

/** Of the name of a file. */
export const MAX_NAME_LENGTH = 255;

/** A document as it is sent. */
export interface Upload {
  readonly customer: Customer;
  /** Are given: their memory is the service's from then on. */
  readonly bytes: Uint8Array;
  readonly request: DocumentRequest;
  /** Extension of the format that is wished; that of the file if absent. */
  readonly outputFormat?: string | undefined;
  /** 64 hexadecimal digits of the caller's: translations are remembered under it, and those that are there used. */
  readonly segmentsKey?: string | undefined;
  readonly signal: AbortSignal;
}
