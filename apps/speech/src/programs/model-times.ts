/**
 * A loaded neural model that gives nothing for so long hangs. Its library computes a sentence of 20 s, or half a minute
 * of a recording, to its end, whoever still waits: a machine may need ten times as long.
 */
export const MODEL_STALL_MS = 300_000;
/** A large model from a slow disk, beside others. */
export const MODEL_LOAD_MS = 300_000;
