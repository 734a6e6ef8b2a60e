import { errors, type ClientMetadata, type KoaContextWithOIDC } from 'oidc-provider';
import { complaintAbout } from '../../../claims/claim-mapping.js';
import { WORKSPACE } from '../../../clients/client.js';
import { checkClient } from './client-policy.js';
import type { KnownScopes } from './known-scopes.js';
import { SCOPES_GIVEN } from './registered-scopes.js';
import { LIFETIMES } from '../settings.js';
import { LONGEST_SIGNED_TOKEN_MS } from '../../../keys/signing-keys.js';

/** Client metadata beyond what oidc-provider knows. */
export const EXTRA_CLIENT_METADATA = [
  'frontchannel_logout_uri',
  'frontchannel_logout_session_required',
  'fapi_profile',
  'workspace',
  'require_factor',
  'id_token_claims',
  'access_token_lifetime',
  'refresh_token_lifetime',
  'token_exchange',
  'may_act',
  'require_pkce',
  'claim_mappings',
  SCOPES_GIVEN,
];

const SHORTEST_LIFETIME = 60;

/** Addresses of front-channel logout are loaded in people's browsers: nothing but the web. */
export const validateExtra =
  (scopes: KnownScopes) =>
  (
    context: KoaContextWithOIDC | undefined,
    name: string,
    value: unknown,
    metadata: ClientMetadata,
  ): void => {
    // The engine asks for every extra member, sent or not: once is enough.
    if (name === EXTRA_CLIENT_METADATA[0]) checkClient(metadata, context, scopes);
    if (value === undefined) return;
    const complaint = name === 'claim_mappings' ? complaintAbout(value) : undefined;
    if (complaint !== undefined) throw new errors.InvalidClientMetadata(complaint);
    const isValid = extraRules[name]?.(value) ?? true;
    if (!isValid) throw new errors.InvalidClientMetadata(`${name} is not valid`);
  };

const isLifetime = (value: unknown, most: number): boolean =>
  Number.isInteger(value) && Number(value) >= SHORTEST_LIFETIME && Number(value) <= most;

const extraRules: Readonly<Record<string, (value: unknown) => boolean>> = {
  frontchannel_logout_uri: (value) =>
    typeof value === 'string' &&
    URL.canParse(value) &&
    /^https?:$/.test(new URL(value).protocol) &&
    new URL(value).hash === '',
  frontchannel_logout_session_required: (value) => typeof value === 'boolean',
  fapi_profile: (value) => value === '2.0',
  require_factor: (value) => typeof value === 'boolean',
  id_token_claims: (value) => typeof value === 'boolean',
  access_token_lifetime: (value) => isLifetime(value, LONGEST_SIGNED_TOKEN_MS / 1000),
  refresh_token_lifetime: (value) => isLifetime(value, LIFETIMES.grant),
  token_exchange: (value) => typeof value === 'boolean',
  require_pkce: (value) => typeof value === 'boolean',
  [SCOPES_GIVEN]: (value) => typeof value === 'boolean',
  may_act: (value) => typeof value === 'string' && value !== '' && value.length <= 200,
  workspace: (value) => typeof value === 'string' && WORKSPACE.test(value),
};
