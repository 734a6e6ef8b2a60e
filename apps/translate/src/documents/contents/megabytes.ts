import { integer } from '@sextant/platform-runtime/config';

const MEGABYTE = 1024 * 1024;
/** What is kept of all together: a terabyte. */
const MOST_MEGABYTES = 1024 * 1024;

/** A setting in megabytes. */
export const megabytes = (
  env: string,
  description: string,
  { byDefault, most = MOST_MEGABYTES }: { readonly byDefault: number; readonly most?: number },
) =>
  integer({
    env,
    description,
    example: String(byDefault),
    default: byDefault,
    min: 1,
    max: most,
  });

export const bytesOf = (megabytes: number): number => megabytes * MEGABYTE;
