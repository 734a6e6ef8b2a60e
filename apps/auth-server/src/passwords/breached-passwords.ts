import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import { PasswordSettings } from './password.settings.js';

const ANSWER_MS = 3000;
const PREFIX_DIGITS = 5;

/**
 * Asks a service of leaked passwords by k-anonymity: it learns five of forty digits of the password's
 * SHA-1 and answers with all that begin so (the "range" API of Have I Been Pwned). A service that is away keeps
 * nobody from setting a password.
 */
@Injectable()
export class BreachedPasswords {
  constructor(
    private readonly settings: PasswordSettings,
    private readonly logger: Logger,
  ) {}

  /** `false` where no service is set. */
  async has(password: string): Promise<boolean> {
    const { passwordBreachUrl: url } = this.settings;
    if (url === undefined) return false;
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
    const [prefix, rest] = [digest.slice(0, PREFIX_DIGITS), digest.slice(PREFIX_DIGITS)];
    try {
      const response = await fetch(new URL(prefix, url), {
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
      this.logger.warn('password.breach_check_failed', { err: error });
      return false;
    }
  }
}
