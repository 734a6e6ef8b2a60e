/** How markup is read; names of elements as the caller wrote them. */
export interface MarkupOptions {
  readonly kind: 'xml' | 'html';
  readonly version: 'v1' | 'v2';
  /** Whether the structure is found without `splittingTags`. */
  readonly detectsOutline: boolean;
  readonly splittingTags: readonly string[];
  readonly nonSplittingTags: readonly string[];
  readonly ignoreTags: readonly string[];
}
