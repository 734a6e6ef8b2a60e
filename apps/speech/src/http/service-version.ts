import type { Request } from 'express';
import { invalid } from '../errors/request-errors.js';

/** From here on voices are cloned with a consent challenge (spec 3, part 9). */
const CHALLENGES_SINCE = '2026-09-13';
const HEADERS = ['service-version', 'speechify-version'];

/** The date that a request is pinned to. @throws {Problem} `validation_failed` for what is no date */
function versionOf(request: Request): string | undefined {
  const header = HEADERS.find((name) => request.get(name) !== undefined);
  const version = header === undefined ? undefined : request.get(header);
  if (version === undefined) return undefined;
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(version) && !Number.isNaN(Date.parse(version));
  if (!isDate) throw invalid(header ?? '', 'The version must be a date, such as 2026-09-13.');
  return version;
}

/** Whether the old flow with a `consent` field may be meant: pinned to an earlier date, or not pinned. */
export function mayUseDeclaredConsent(request: Request): boolean {
  const version = versionOf(request);
  return version === undefined || version < CHALLENGES_SINCE;
}

/** The published clients before versions were sent read a bare array as the list of voices. */
export function expectsBareArray(request: Request): boolean {
  return (
    versionOf(request) === undefined &&
    (request.get('x-fern-sdk-name') === '@speechify/api' ||
      request.get('x-speechify-sdk') !== undefined)
  );
}
