import type { AuditRecord } from './journal.js';

export const presentAudit = (record: AuditRecord) => ({
  sequence: record.sequence,
  at: record.at.toISOString(),
  type: record.type,
  actor: record.actor,
  actor_name: record.actorName,
  subject: record.subject,
  subject_name: record.subjectName,
  ip: record.ip,
  trace_id: record.traceId,
  details: record.details,
});
