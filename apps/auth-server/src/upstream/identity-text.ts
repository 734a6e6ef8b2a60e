import { PRINTABLE } from '../users/user.js';

const LONGEST = 254;

/** What another provider says of somebody, where it is text that can be shown. */
export const identityText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= LONGEST && PRINTABLE.test(value) ? value : undefined;
