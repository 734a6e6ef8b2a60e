import type { ProblemBody } from '@sextant/platform-http/errors';

/** `{message, detail?}`, as the published interface describes its errors; `{error}` as LibreTranslate's does. */
export const errorBody: ProblemBody = ({ message, status, details }, traceId, response) => {
  const told = status >= 500 ? `${message} Trace id: ${traceId}.` : message;
  if (OF_LIBRETRANSLATE.test(response?.req.originalUrl ?? '')) return { error: told };
  return {
    message: told,
    ...(typeof details['detail'] === 'string' ? { detail: details['detail'] } : {}),
  };
};

/** Whose clients read `error`. */
const OF_LIBRETRANSLATE = /^\/libretranslate(?:[/?]|$)/i;
