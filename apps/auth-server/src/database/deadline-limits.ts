import { Injectable } from '@nestjs/common';
import { StatementLimits } from '@sextant/platform-data/postgres';
import { DeadlineSettings } from './deadline.settings.js';

/** After this a statement is given up, and the request gets 503. */
@Injectable()
export class DeadlineLimits extends StatementLimits {
  override readonly statementTimeoutMs: number;

  constructor({ databaseDeadlineMs }: DeadlineSettings) {
    super();
    this.statementTimeoutMs = databaseDeadlineMs;
  }
}
