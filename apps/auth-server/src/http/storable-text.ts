/** Whether a value holds what no text of the database can: NUL or half of a character. */
export function isUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).flat().some(isUnstorable);
}
