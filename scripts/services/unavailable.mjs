/** A server that this machine cannot have. The message is the reason, and says what would help. */
export class Unavailable extends Error {
  /**
   * @param {string} message
   * @param {{ isExcused?: boolean }} [options] `isExcused`: a build machine may lack what it takes too
   */
  constructor(message, { isExcused = false } = {}) {
    super(message);
    this.isExcused = isExcused;
  }
}
