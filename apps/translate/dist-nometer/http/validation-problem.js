import { HTTP_PROBLEMS } from '@sextant/platform-errors';
import { UNKNOWN_FIELD } from '@sextant/platform-http';
/**
 * Names the first parameter that is wrong, as the real service does. An unknown one is refused, never
 * ignored: misspelt options are found at once.
 */ export const validationProblem = ([first])=>HTTP_PROBLEMS.badRequest({
        message: first.rule === UNKNOWN_FIELD ? `Parameter '${first.field}' is not supported.` : first.message
    });

//# sourceMappingURL=validation-problem.js.map