import type { AuditRecord } from '../../audit/journal.js';
import { presentAudit } from '../../audit/audit-record.presenter.js';

const COLUMNS = [
  'sequence',
  'at',
  'type',
  'actor',
  'subject',
  'ip',
  'trace_id',
  'details',
] as const;

export const CSV_HEAD = `${COLUMNS.join(',')}\r\n`;

/** RFC 4180. What a spreadsheet would take for a formula begins with an apostrophe: user names of strangers are in here. */
export function csvLine(record: AuditRecord): string {
  const values: Readonly<Record<string, unknown>> = presentAudit(record);
  return `${COLUMNS.map((name) => cell(values[name])).join(',')}\r\n`;
}

function cell(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
