/** Decides which passwords may be set, at every door. */
export abstract class PasswordPolicy {
  /** Fewest characters, for the pages to say. */
  abstract readonly minLength: number;
  /**
   * @param words what somebody who knows the person would try: names, addresses
   * @throws {Problem} `weak_password` that says why
   */
  abstract check(password: string, words: readonly string[]): Promise<void>;
}

/** What attackers would try first for this person. */
export const wordsOf = (person: {
  readonly username?: string | undefined;
  readonly email: string;
  readonly name?: string | null | undefined;
  readonly givenName?: string | null | undefined;
  readonly familyName?: string | null | undefined;
}): string[] =>
  [
    person.username,
    person.email,
    ...person.email.split('@'),
    person.name,
    person.givenName,
    person.familyName,
  ].flatMap((word) => (word ? [word, ...word.split(/\s+/)] : []));
