/** A server that this machine cannot have. The message is the reason, and says what would help. */
export class Unavailable extends Error {}
