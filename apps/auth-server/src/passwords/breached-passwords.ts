import { createHash } from 'node:crypto';
import type { Logger } from '@sextant/platform-logging';

const ANSWER_MS = 3000;
const PREFIX_DIGITS = 5;

/**
 * Asks a service of leaked passwords by k-anonymity: it learns five of forty digits of the password's
 * SHA-1 and answers with all that begin so (the "range" API of Have I Been Pwned). A service that is away keeps
 * nobody from setting a password.
 *
 * @param base such as `https://api.pwnedpasswords.com/range/`
 */
export const breachedPasswords =
  (base: string, logger: Logger) =>
  async (password: string): Promise<boolean> => {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    const [prefix, rest] = [digest.slice(0, PREFIX_DIGITS), digest.slice(PREFIX_DIGITS)];
    try {
      const response = await fetch(new URL(prefix, base), {
        // The service then pads its answer, so that its length tells nothing.
        headers: { 'Add-Padding': 'true' },
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      if (!response.ok) throw new Error(`The service answered ${response.status}.`);
      const lines = (await response.text()).split(/\r?\n/);
      return lines.some((line) => {
        const [suffix, count] = line.split(':');
        return suffix === rest && count !== '0';
      });
    } catch (error) {
      logger.warn('password.breach_check_failed', { err: error });
      return false;
    }
  };
