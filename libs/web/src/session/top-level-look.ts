/**
 * Browsers may keep the issuer's cookies from a frame in a page of another site. There the question whether somebody is signed in
 * takes the whole page along, once in a tab: an answer of "nobody" must not lead to the next question.
 */
export class TopLevelLook {
  readonly #key: string;
  readonly #issuer: string;

  constructor(issuer: string, clientId: string) {
    this.#issuer = issuer;
    this.#key = `sextant.looked.${clientId}`;
  }

  /** Whether it is worth it, which holds once. */
  take(): boolean {
    if (new URL(this.#issuer).origin === location.origin) return false;
    try {
      if (this.#isTaken()) return false;
      sessionStorage.setItem(this.#key, 'yes');
      // A browser that keeps nothing would ask without end.
      return this.#isTaken();
    } catch {
      return false;
    }
  }

  #isTaken(): boolean {
    return sessionStorage.getItem(this.#key) === 'yes';
  }

  /** Somebody is signed in: after a sign-out elsewhere it may be asked again. */
  allow(): void {
    try {
      sessionStorage.removeItem(this.#key);
    } catch {
      // It stays as it is.
    }
  }
}
