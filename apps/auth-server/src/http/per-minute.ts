import { integer } from '@sextant/platform-runtime/config';

/** A setting that says how many requests are allowed a minute. */
export const perMinute = (env: string, description: string, value: number) =>
  integer({ env, description, example: String(value), default: value, min: 1, max: 100_000_000 });
