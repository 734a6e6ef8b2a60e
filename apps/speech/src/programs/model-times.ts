/**
 * A loaded neural model that gives nothing for so long hangs. Its library computes a sentence of 20 s, or half a minute
 * of a recording, to its end, whoever still waits: a machine may need ten times as long.
 */
export const MODEL_STALL_MS = 300_000;
/** A large model from a slow disk, beside others. */
export const MODEL_LOAD_MS = 300_000;
/** One word of a model that has just been loaded, however slow the machine; callers have other budgets. */
export const MODEL_TRIAL_MS = 120_000;
