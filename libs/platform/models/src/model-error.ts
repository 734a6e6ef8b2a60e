/** What went wrong with a model, in words for an operator. */
export class ModelError extends Error {}

/** A refusal that another attempt would not change. */
export class ModelRefused extends ModelError {}
