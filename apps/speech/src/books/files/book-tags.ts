/** Who wrote it and what it looks like, for players. */
export interface BookTags {
  readonly title: string;
  readonly author?: string | undefined;
  readonly cover?: Uint8Array | undefined;
}
