import type { MemoryJob } from './memory-jobs.js';
import type { ImportJobDto, MemoryJobDto } from './memory-transfers.dto.js';

/** @param baseUrl of this service, as its callers see it */
export const fileUrl = (baseUrl: string, { id, token }: MemoryJob): string =>
  `${baseUrl}/v3/translation_memories/files/${id}/${token}`;

export const presentImport = (job: MemoryJob, baseUrl: string): ImportJobDto => ({
  job_id: job.id,
  upload_url: fileUrl(baseUrl, job),
  expires_at: job.expiresAt.toISOString(),
});

export function presentJob(job: MemoryJob, baseUrl: string): MemoryJobDto {
  return {
    job_id: job.id,
    product: 'translation_memory',
    operation: job.operation,
    creation_time: job.createdAt.toISOString(),
    updated_time: job.updatedAt.toISOString(),
    parameters: {
      ...(job.operation === 'export' && job.memoryId !== undefined
        ? { translation_memory_id: job.memoryId }
        : {}),
      ...(job.displayName === undefined ? {} : { display_name: job.displayName }),
    },
    ...(job.operation === 'import' ? { source_file: presentFile(job) } : {}),
    results: [presentResult(job, baseUrl)],
  };
}

const presentFile = ({ fileName, contentType, contentLength }: MemoryJob) => ({
  ...(fileName === undefined ? {} : { file_name: fileName }),
  ...(contentType === undefined ? {} : { content_type: contentType }),
  ...(contentLength === undefined ? {} : { content_length: contentLength }),
});

function presentResult(job: MemoryJob, baseUrl: string): MemoryJobDto['results'][number] {
  const { status, operation, memoryId, skippedSegments, error } = job;
  const isDownloadable = operation === 'export' && status !== 'expired';
  return {
    status,
    ...(status === 'awaiting_input' ? { status_metadata: { required_action: 'upload_file' } } : {}),
    ...(isDownloadable ? { download_url: fileUrl(baseUrl, job) } : {}),
    ...(isDownloadable || status === 'awaiting_input'
      ? { expires_at: job.expiresAt.toISOString() }
      : {}),
    ...(error === undefined ? {} : { error: { message: error } }),
    ...(operation === 'import' && memoryId !== undefined
      ? { translation_memory_id: memoryId }
      : {}),
    ...(skippedSegments === undefined ? {} : { skipped_segment_count: skippedSegments }),
  };
}
