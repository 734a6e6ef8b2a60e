/** A user as notifications name one. */
export interface Person {
  /** ObjectId: 24 hexadecimal digits. */
  readonly user: string;
  readonly userId: string;
  readonly userName: string;
}
