import { integer } from '@sextant/platform-runtime/config';

/** A setting that bounds something. */
export const atMost = (env: string, description: string, standard: number) =>
  integer({ env, description, example: String(standard), default: standard, min: 1, max: 10 ** 8 });
