import { isUtf8 } from 'node:buffer';
import { problem } from '@sextant/platform-http/errors';
import type { Request } from 'express';

/** The header that official clients set; text translation only. */
export const REPORTING_TAG_HEADER = 'X-DeepL-Reporting-Tag';

const MAX_TAG_LENGTH = 255;

const tagTooLong = problem(
  'reporting_tag_invalid',
  400,
  `The header ${REPORTING_TAG_HEADER} must be UTF-8 of at most ${MAX_TAG_LENGTH} characters.`,
);

/**
 * The tag under which the request's usage is reported; empty for none.
 *
 * @throws {Problem} `reporting_tag_invalid`
 */
export function reportingTagOf(request: Request): string {
  const header = request.get(REPORTING_TAG_HEADER)?.trim() ?? '';
  // Node reads headers as Latin-1, byte by byte.
  const bytes = Buffer.from(header, 'latin1');
  const tag = bytes.toString('utf8');
  if (!isUtf8(bytes) || tag.length > MAX_TAG_LENGTH) throw tagTooLong();
  return tag;
}
