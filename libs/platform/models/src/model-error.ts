/** What went wrong with a model, in words for an operator. */
export class ModelError extends Error {}
