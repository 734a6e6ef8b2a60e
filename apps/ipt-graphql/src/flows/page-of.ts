/** A page of a list, and where the next one begins. */
export interface PageOf<T> {
  readonly items: readonly T[];
  readonly next: readonly (string | number)[] | undefined;
}
