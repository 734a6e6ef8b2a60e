import { problem } from '@sextant/platform-http/errors';

/** The errors of relay. */
export const RELAY_ERRORS = {
  emptyBody: problem('empty_body', 400, 'The body is empty.'),
  malformedJson: problem('malformed_json', 400, 'The body is not JSON.'),
  invalidPayload: problem('invalid_payload', 400, 'The body has not the shape of this endpoint.'),
  unsupportedMediaType: problem(
    'unsupported_media_type',
    415,
    'Send the body as application/json in UTF-8.',
  ),
  tooLarge: problem('body_too_large', 413, 'The body is larger than 16 MiB.'),
  unauthorized: problem('unauthorized', 401, 'Credentials are missing or wrong.'),
  forbidden: problem('forbidden', 403, 'These credentials do not allow it.'),
  overloaded: problem(
    'overloaded',
    503,
    'Too many events wait to be stored. Send it again in a few seconds.',
  ),
  notStored: problem('not_stored', 503, 'The event could not be stored. Send it again.'),
  eventNotFound: problem(
    'event_not_found',
    404,
    'This event is not, or no longer, in the history.',
  ),
  templateNotFound: problem(
    'template_not_found',
    404,
    'No template is deployed under this option.',
  ),
  noAlertmanager: problem(
    'no_alertmanager',
    409,
    'No Alertmanager is configured: set --alertmanager-api-url.',
  ),
  alertmanagerFailed: problem('alertmanager_failed', 502, 'Alertmanager did not do it.'),
  deadLetterNotFound: problem('dead_letter_not_found', 404, 'There is no such dead letter.'),
} as const;
