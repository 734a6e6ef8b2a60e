import type { DocumentHandle } from '../documents/document-job.js';

const PARTS = 3;

/** What the address of a translated file holds: everything that is needed to fetch it, its key among that. */
export const fileToken = ({ owner, id, key }: DocumentHandle): string =>
  Buffer.from(JSON.stringify([owner, id, key])).toString('base64url');

/** @returns undefined for what is no token */
export function fileHandle(token: string): DocumentHandle | undefined {
  try {
    const parts = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as unknown;
    if (!Array.isArray(parts) || parts.length !== PARTS) return undefined;
    const [owner, id, key] = parts as readonly unknown[];
    if (typeof owner !== 'string' || typeof id !== 'string' || typeof key !== 'string') {
      return undefined;
    }
    // The database takes no such sign.
    return owner.includes('\0') ? undefined : { owner, id, key };
  } catch {
    return undefined;
  }
}
