import type { RequestHandler } from 'express';

const BELOW = '/scim/v2/';
export const SCIM_PATH = /^\/scim\/v2\/.+/;

/** Bodies of RFC 7644 section 3.1 are JSON by another name; they are read as strictly. */
export const scimBodies: RequestHandler = ({ path, headers }, _response, next) => {
  const type = headers['content-type'];
  if (path.startsWith(BELOW) && type !== undefined) {
    headers['content-type'] = type.replace(/^application\/scim\+json/i, 'application/json');
  }
  next();
};
