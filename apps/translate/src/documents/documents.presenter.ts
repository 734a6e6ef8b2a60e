import type { DocumentJob, DocumentPage } from './document-job.js';
import type { DocumentsDto, DocumentStatusDto, ListedDocumentDto } from './documents.dto.js';

/** Characters that a rule-based engine translates in a second; until a document tells its own pace. */
const USUAL_PACE = 5000;

export function presentStatus(job: DocumentJob, nowMs: number): DocumentStatusDto {
  return {
    document_id: job.id,
    status: job.status,
    ...(job.status === 'translating' ? { seconds_remaining: secondsRemaining(job, nowMs) } : {}),
    ...(job.status === 'done' ? { billed_characters: job.characters } : {}),
    ...(job.reusedCharacters === undefined ? {} : { reused_characters: job.reusedCharacters }),
    ...(job.keptTexts === 0 ? {} : { kept_texts: job.keptTexts }),
    ...(job.placeholderFormats.length === 0
      ? {}
      : { placeholder_formats: [...job.placeholderFormats] }),
    ...(job.error === undefined ? {} : { error_message: job.error }),
  };
}

const presentListed = (job: DocumentJob, nowMs: number): ListedDocumentDto =>
  Object.assign(presentStatus(job, nowMs), {
    format: job.format,
    target_lang: job.targetLang,
    characters: job.characters,
    creation_time: job.createdAt.toISOString(),
    expires_at: job.expiresAt.toISOString(),
  });

export const presentDocuments = (
  { documents, total }: DocumentPage,
  nowMs: number,
): DocumentsDto => ({
  documents: documents.map((job) => presentListed(job, nowMs)),
  total_count: total,
});

/** By its own pace so far. */
function secondsRemaining(job: DocumentJob, nowMs: number): number {
  const { characters, units, unitsDone, startedAt } = job;
  const left = 1 - unitsDone / Math.max(units, 1);
  const spent = startedAt === undefined ? 0 : Math.max(0, nowMs - startedAt.getTime()) / 1000;
  const seconds = unitsDone === 0 ? characters / USUAL_PACE : (spent * left) / (1 - left);
  return Math.max(1, Math.ceil(seconds));
}
