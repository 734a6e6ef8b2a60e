import { problem } from '@sextant/platform-http/errors';

export const SCIM_TYPE = 'application/scim+json; charset=utf-8';

/** Errors of the protocol, named as RFC 7644 section 3.12 does. */
export const SCIM_ERRORS = {
  invalidFilter: problem(
    'invalidFilter',
    400,
    'Filters compare by eq, several of them joined by and: id, userName, displayName, externalId, emails, active, members.',
  ),
  invalidSyntax: problem('invalidSyntax', 400, 'The body is no resource of this kind.'),
  invalidValue: problem('invalidValue', 400, 'A value is not valid.'),
  invalidPath: problem('invalidPath', 400, 'A path is not valid.'),
  noTarget: problem('noTarget', 400, 'A removal needs a path that says what to remove.'),
  unauthorized: problem('unauthorized', 401, 'Send the token: Authorization: Bearer <SCIM_TOKEN>.'),
  tooMany: problem('tooMany', 429, 'Too many requests.'),
} as const;
