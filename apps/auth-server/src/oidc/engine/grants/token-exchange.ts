import { errors, type Client, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import type { Journal } from '../../../audit/journal.js';
import type { User, Users } from '../../../users/user.js';
import { artifactId } from '../artifact-id.js';
import { tokenClaims } from '../claims.js';
import {
  audienceOf,
  lifetimeEnd,
  scopeOf,
  type AudienceRules,
  type SubjectToken,
} from './exchange-rules.js';
import { TOKEN_EXCHANGE } from '../clients/grant-types.js';
import type { KnownScopes } from '../clients/known-scopes.js';
import { nameGrant } from './password-grant.js';

const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token';

const PARAMETERS = [
  ...['subject_token', 'subject_token_type', 'actor_token', 'actor_token_type'],
  ...['requested_token_type', 'resource', 'audience', 'scope'],
];

export interface ExchangeDependencies extends AudienceRules {
  readonly scopes: KnownScopes;
  readonly users: Users;
  readonly journal: Journal;
  readonly lifetimeOf: (client: Client) => number;
}

/**
 * So many hands a token may go through (our choice): each is a claim more of the next token, and a row more that ends with the
 * first, one within the other.
 */
const MAX_ACTORS = 10;

type Params = Readonly<Record<string, string | undefined>>;

/** Who acts, and for whom that one acted before (RFC 8693 section 4.1). */
interface Actor {
  readonly sub: string;
  readonly client_id?: string;
  readonly act?: Actor;
}

/**
 * Token exchange (RFC 8693): a client that an administrator trusts with it trades a person's access token for one of its
 * own, which says for whom it acts and who acts (`act`): delegation, never impersonation. Scopes and audience are only
 * narrowed, it ends with the subject's token, and tells of the sign-in what that token told.
 */
export function registerTokenExchange(provider: Provider, uses: ExchangeDependencies): void {
  const handler = async (context: KoaContextWithOIDC): Promise<void> => {
    const client = trustedClient(context);
    const params = context.oidc.params as Params;
    checkTypes(params);
    const subject = await subjectToken(provider, params['subject_token']);
    const user = await uses.users.find(subject.accountId);
    if (user?.isActive !== true) throw invalidToken('subject_token');
    const act = await actorOf(provider, { params, client, subject });
    const audience = audienceOf(params, subject, uses);
    const scope = scopeOf(params['scope'], { subject, client, user, known: uses.scopes });
    context.body = await issue(provider, { client, user, subject, act, audience, scope, uses });
    const { clientId, accountId } = subject;
    await uses.journal.record({
      type: 'token.exchanged',
      actor: client.clientId,
      subject: accountId,
      ip: context.ip,
      details: { client_id: clientId, scope, ...(audience === undefined ? {} : { audience }) },
    });
  };
  provider.registerGrantType(TOKEN_EXCHANGE, handler, PARAMETERS);
}

/** A bound token would have to be bound to the new holder's key; that is not there, and a bearer token instead is less. */
function trustedClient(context: KoaContextWithOIDC): Client {
  const { client } = context.oidc;
  const isTrusted = client?.['token_exchange'] === true && client.clientAuthMethod !== 'none';
  const isBound =
    client?.dpopBoundAccessTokens === true ||
    client?.tlsClientCertificateBoundAccessTokens === true;
  if (client === undefined || !isTrusted || isBound) {
    throw new errors.UnauthorizedClient('the client may not use this grant');
  }
  if (context.get('DPoP') !== '') throw new errors.InvalidRequest('DPoP is not for this grant');
  return client;
}

function checkTypes(params: Params): void {
  for (const name of ['subject_token', 'subject_token_type']) {
    if (!params[name]) throw new errors.InvalidRequest(`missing required parameter '${name}'`);
  }
  if ((params['actor_token'] === undefined) !== (params['actor_token_type'] === undefined)) {
    throw new errors.InvalidRequest('actor_token and actor_token_type come together');
  }
  for (const name of ['subject_token_type', 'actor_token_type', 'requested_token_type']) {
    if ((params[name] ?? ACCESS_TOKEN_TYPE) === ACCESS_TOKEN_TYPE) continue;
    throw new errors.InvalidRequest(`${name} must be ${ACCESS_TOKEN_TYPE}`);
  }
}

/** RFC 8693 section 2.2.2: whatever is wrong with a token is `invalid_request`. */
const invalidToken = (name: string) =>
  new errors.InvalidRequest(`${name} is no valid access token that may be exchanged`);

async function subjectToken(provider: Provider, value = ''): Promise<SubjectToken> {
  const token = await provider.AccessToken.find(value);
  if (token?.isValid !== true || token.isSenderConstrained()) throw invalidToken('subject_token');
  const grant = await provider.Grant.find(token.grantId);
  if (grant?.clientId !== token.clientId) throw invalidToken('subject_token');
  return token as unknown as SubjectToken;
}

/** The client, or whom its own token in `actor_token` names; behind that, who acted with the subject's token. */
async function actorOf(
  provider: Provider,
  given: { readonly params: Params; readonly client: Client; readonly subject: SubjectToken },
): Promise<Actor> {
  const { client, subject } = given;
  const { act: earlier, may_act: allowed } = subject.extra ?? {};
  const actor = await namedActor(provider, given.params['actor_token'], client);
  if (allowed !== undefined && (allowed as Actor).sub !== client.clientId) {
    throw invalidToken('subject_token');
  }
  if (earlier === undefined) return actor;
  if (depthOf(earlier as Actor) >= MAX_ACTORS) throw invalidToken('subject_token');
  return { ...actor, act: earlier as Actor };
}

const depthOf = ({ act }: Actor): number => 1 + (act === undefined ? 0 : depthOf(act));

async function namedActor(
  provider: Provider,
  value: string | undefined,
  client: Client,
): Promise<Actor> {
  if (value === undefined) return { sub: client.clientId };
  const person = await provider.AccessToken.find(value);
  const token = person ?? (await provider.ClientCredentials.find(value));
  const isPlain = token?.isValid === true && !token.isSenderConstrained();
  // A token of another client proves nothing of who has sent it; one that is delegated itself names nobody.
  if (!isPlain || token.clientId !== client.clientId || token.extra?.['act'] !== undefined) {
    throw invalidToken('actor_token');
  }
  return person === undefined
    ? { sub: client.clientId }
    : { sub: person.accountId, client_id: client.clientId };
}

interface Exchange {
  readonly client: Client;
  readonly user: User;
  readonly subject: SubjectToken;
  readonly act: Actor;
  readonly audience: string | undefined;
  readonly scope: string;
  readonly uses: ExchangeDependencies;
}

/** Under a grant of its own, so that its end does not end the subject's; the end of the subject's token ends it. */
async function issue(provider: Provider, given: Exchange): Promise<object> {
  const { client, user, subject, act, audience, scope, uses } = given;
  const end = lifetimeEnd(subject, uses.lifetimeOf(client));
  const grant = new provider.Grant({ accountId: user.id, clientId: client.clientId });
  if (audience === undefined) grant.addOIDCScope(scope);
  else grant.addResourceScope(audience, scope);
  Object.assign(grant, end);
  const { acr, auth_time, workspace } = subject.extra ?? {};
  const token = new provider.AccessToken({
    accountId: user.id,
    client,
    grantId: nameGrant(grant),
    scope,
    gty: 'token_exchange',
    ...end,
    // The session is the subject's, whose token goes with it, and this one then.
    sid: subject.sid,
    rar: subject.rar,
    extra: { ...tokenClaims(user), acr, auth_time, workspace, act },
  });
  if (audience !== undefined) token.setAudience(audience);
  Object.assign(token, { parent: artifactId('AccessToken', subject.jti) });
  const access_token = await token.save();
  await grant.save();
  const answer = { issued_token_type: ACCESS_TOKEN_TYPE, token_type: 'Bearer' };
  return { access_token, ...answer, expires_in: end.expiresIn, scope };
}
