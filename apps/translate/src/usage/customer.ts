import type { ApiKey } from '@sextant/platform-security/api-keys';
import type { Request } from 'express';
import { planOf } from '../access/scopes.js';
import type { Customer } from './usage.js';
import { reportingTagOf } from './reporting-tag.js';

/** Who is charged for a request. */
export const customerOf = (caller: ApiKey, request: Request): Customer => ({
  owner: caller.owner,
  keyId: caller.id,
  plan: planOf(caller),
  customTag: reportingTagOf(request),
});
