import type { Allowance } from '@sextant/platform-security/rate-limit';
import { AUTH_ERRORS } from '../errors/auth-errors.js';

/** The refusal of spec 2, part 7. */
export const rateLimited = ({ resetMs }: Allowance) => {
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  return AUTH_ERRORS.rateLimited({
    message: `Too many requests. Try again in ${seconds} seconds.`,
    details: { retry_after: seconds },
  });
};
