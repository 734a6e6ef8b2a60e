import { hasScope, type ApiKey } from '@sextant/platform-security/api-keys';

/** Free keys end in `:fx`; their quota is an own one. */
export type Plan = 'pro' | 'free';

/** Scopes of the keys of this service. `plan:free` marks a key of the free plan. */
export const SCOPES = { translate: 'translate', admin: 'admin', freePlan: 'plan:free' } as const;

/** What official clients tell a free key by: they then choose the free host. */
export const FREE_SUFFIX = 'fx';

export const planOf = (key: ApiKey): Plan => (hasScope(key, SCOPES.freePlan) ? 'free' : 'pro');
