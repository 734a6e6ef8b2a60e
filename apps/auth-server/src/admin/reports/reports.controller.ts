import { once } from 'node:events';
import { Controller, Get, Query, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Reports } from './reports.js';
import { AdminGuard } from '../../sign-in/access.guard.js';
import { Answers } from '../../http/answers.dto.js';
import { CSV_HEAD, csvLine } from './audit-csv.presenter.js';
import { presentAudit } from '../../audit/audit-record.presenter.js';
import {
  DaysQuery,
  ExportQuery,
  FailingMailsDto,
  KeyListDto,
  MailQuery,
  SignInDaysDto,
} from './report-answers.dto.js';
import { auditFilterOf } from '../system/system.dto.js';

/** What operators look at. */
@ApiTags('admin: reports')
@ApiBearerAuth()
@UseGuards(AdminGuard)
@Controller('admin')
export class ReportsController {
  constructor(private readonly reports: Reports) {}

  /** Sign-ins of each day, oldest first. */
  @Get('reports/sign-ins')
  @Answers(200, SignInDaysDto)
  async signIns(@Query() { days }: DaysQuery) {
    return { days: await this.reports.signInsPerDay(days) };
  }

  /** The signing keys with their stages. */
  @Get('keys')
  @Answers(200, KeyListDto)
  async listKeys() {
    const keys = await this.reports.keys();
    return { keys: keys.map((key) => ({ ...key, since: key.since.toISOString() })) };
  }

  /** E-mail that does not arrive, newest first; what it says is not here. */
  @Get('mails/failing')
  @Answers(200, FailingMailsDto)
  async failingMails(@Query() { limit }: MailQuery) {
    const mails = await this.reports.failingMails(limit);
    return {
      mails: mails.map(({ createdAt, failedAt, ...mail }) => ({
        ...mail,
        created_at: createdAt.toISOString(),
        failed_at: failedAt?.toISOString() ?? null,
      })),
    };
  }

  /** The audit log as a file, newest first: CSV (RFC 4180) or a JSON object a line. */
  @Get('audit/export')
  @ApiProduces('text/csv', 'application/x-ndjson')
  @Answers(200, undefined, 'The file')
  async exportAudit(
    @Query() { format, ...query }: ExportQuery,
    @Res() response: Response,
  ): Promise<void> {
    const isCsv = format === 'csv';
    response.set({
      'Content-Type': isCsv ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
      'Content-Disposition': `attachment; filename="audit.${format}"`,
      'Cache-Control': 'no-store',
    });
    let text = isCsv ? CSV_HEAD : '';
    for await (const records of this.reports.audit(auditFilterOf(query))) {
      const lines = records.map((record) =>
        isCsv ? csvLine(record) : `${JSON.stringify(presentAudit(record))}\n`,
      );
      text += lines.join('');
      if (!response.write(text))
        await Promise.race([once(response, 'drain'), once(response, 'close')]);
      if (response.destroyed) return;
      text = '';
    }
    response.end(text);
  }
}
