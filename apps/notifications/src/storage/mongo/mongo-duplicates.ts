/** The server's code for a document whose unique key is taken. */
const DUPLICATE_KEY = 11_000;

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null
    ? (error as { readonly code?: unknown }).code
    : undefined;

export const isDuplicate = (error: unknown): boolean => codeOf(error) === DUPLICATE_KEY;

/**
 * Lets bulk writes pass whose only failures are documents that are there already.
 *
 * @throws what failed otherwise
 */
export async function unlessThere(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    const { writeErrors } = error as { readonly writeErrors?: unknown };
    const failures = Array.isArray(writeErrors) ? (writeErrors as unknown[]) : [error];
    if (failures.length === 0 || !failures.every(isDuplicate)) throw error;
  }
}
