import { problem } from '@sextant/platform-http/errors';

const required = problem('field_required', 400, 'FIELD_REQUIRED');

const invalid = problem('field_invalid', 400, 'FIELD_INVALID');

/** @param field the member of the body or the query as callers spell it */
export const fieldRequired = (field: string) => required({ message: `FIELD_REQUIRED(${field})` });

/** @param at where in it, when it is a list of many: a JSON Pointer within the field */
export const fieldInvalid = (field: string, at?: string) =>
  invalid({
    message: `FIELD_INVALID(${field})`,
    ...(at === undefined ? {} : { details: { at } }),
  });
