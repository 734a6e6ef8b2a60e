/** Who does it, and from where. */
export interface Actor {
  readonly id: string;
  readonly ip?: string | undefined;
}
