/**
 * Makes a value when somebody first asks for it, once for all. A failure is told to those who wait for it and not kept: the next
 * who asks has it tried again.
 */
export function lazily<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () =>
    (made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    }));
}
