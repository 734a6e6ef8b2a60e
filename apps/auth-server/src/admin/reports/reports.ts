import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import {
  type AuditFilter,
  type AuditRecord,
  type DayOfSignIns,
  Journal,
} from '../../audit/journal.js';
import { type FailingMail, AccountMailer } from '../../mails/account-mailer.js';
import { type KeyRecord, SigningKeys } from '../../keys/signing-keys.js';

const DAY_MS = 86_400_000;
const EXPORT_BATCH = 500;

/** What operators look at: it changes nothing. */
@Injectable()
export class Reports {
  constructor(
    private readonly journal: Journal,
    private readonly mailer: AccountMailer,
    private readonly signingKeys: SigningKeys,
    private readonly clock: Clock,
  ) {}

  /** Every day up to today, oldest first, those without any sign-in too. */
  async signInsPerDay(days: number): Promise<readonly DayOfSignIns[]> {
    const today = Math.floor(this.clock.nowMs() / DAY_MS) * DAY_MS;
    const from = today - (days - 1) * DAY_MS;
    const counted = await this.journal.signInsPerDay(new Date(from));
    const byDay = new Map(counted.map((one) => [one.day, one]));
    return Array.from({ length: days }, (_unused, index) => {
      const day = new Date(from + index * DAY_MS).toISOString().slice(0, 10);
      return byDay.get(day) ?? { day, succeeded: 0, failed: 0 };
    });
  }

  failingMails(limit: number): Promise<readonly FailingMail[]> {
    return this.mailer.failing(limit);
  }

  /** Without their private halves. */
  async keys(): Promise<readonly KeyRecord[]> {
    const keys = await this.signingKeys.list();
    return keys.map(({ kid, algorithm, stage, since }) => ({ kid, algorithm, stage, since }));
  }

  /** The whole log, newest first, in pieces that fit into memory. */
  async *audit(filter: Omit<AuditFilter, 'limit'>): AsyncGenerator<readonly AuditRecord[]> {
    let { before } = filter;
    for (;;) {
      const next = { ...filter, ...(before === undefined ? {} : { before }) };
      const records = await this.journal.list({ ...next, limit: EXPORT_BATCH });
      if (records.length > 0) yield records;
      before = records.at(-1)?.sequence;
      if (records.length < EXPORT_BATCH) return;
    }
  }
}
