/** Whether a password is the one of a hash of another system. */
export interface DigestQuestion {
  readonly stored: string;
  readonly password: string;
}
