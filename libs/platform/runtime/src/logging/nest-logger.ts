import type { LoggerService } from '@nestjs/common';
import type { Logger } from './logger.js';

/** Lets Nest write its own messages as the app's JSON lines. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...context: unknown[]): void {
    this.logger.debug('nest', { message, context });
  }

  warn(message: unknown, ...context: unknown[]): void {
    this.logger.warn('nest', { message, context });
  }

  error(message: unknown, ...context: unknown[]): void {
    // What keeps an app from starting is thrown as well, and logged where it is caught.
    if (context.at(-1) === 'ExceptionHandler') return;
    this.logger.error('nest', { message, context });
  }
}
