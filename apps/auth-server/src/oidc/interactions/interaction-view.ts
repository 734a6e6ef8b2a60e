import { createHmac } from 'node:crypto';
import type { Client, Interaction } from 'oidc-provider';
import { documentHostOf, FIRST_PARTY } from '../../clients/client.js';
import { isOpenidScope } from '../../scopes/scope.js';
import type { Words } from '../../pages/html.js';
import type { Look } from '../../pages/page.js';
import { say } from '../../pages/texts/say.js';
import type { SignInView } from '../../pages/sign-in-page.js';
import { voicesOf, wishOf } from '../engine/clients/authorization-details.js';
import type { Engine } from '../engine/engine.js';
import { ROUTES } from '../../http/routes.js';
import { requestAgain } from './start-again.js';
import { isOwnRequest } from '../engine/grants/first-party-grant.js';

export type InteractionDetails = Interaction & {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly grantId?: string;
};

export const asksAccount = ({ prompt, params }: InteractionDetails): boolean =>
  prompt.name === 'select_account' ||
  params['prompt']?.split(' ').includes('select_account') === true;

export function asksOf({ prompt, session }: InteractionDetails): SignInView['asks'] {
  if (prompt.name === 'select_account')
    return session?.accountId === undefined ? 'password' : 'account';
  return prompt.name === 'login' ? 'password' : 'consent';
}

export async function viewOf(
  engine: Engine,
  details: InteractionDetails,
  look: Look,
): Promise<SignInView> {
  const { params, uid } = details;
  const client = await engine.provider.Client.find(params['client_id'] ?? '');
  const user = await currentUser(engine, details);
  const redirectUri = params['redirect_uri'];
  return {
    action: actionOf(engine, { details, client, look }),
    ...introduction(client, params['client_id'] ?? ''),
    destination: destinationOf(redirectUri),
    permissions: [
      ...(params['scope'] ?? '')
        .split(' ')
        .filter(Boolean)
        .map((scope) => permission(engine, look, scope)),
      ...limits(look, params),
    ],
    asks: asksOf(details),
    username: params['login_hint'] ?? '',
    help: engine.uses.settings.help,
    ...(await passkeyOf(engine, uid)),
    upstreams: engine.uses.upstreams.all,
    // Who asks for consent shows what it is about.
    isOwnPage: asksOf(details) !== 'consent' && (await isOwnRequest(engine.uses, params)),
    isAccount: params['client_id'] === FIRST_PARTY.account,
    ...(user === undefined ? {} : { signedInAs: user.name }),
  };
}

/** The address of the form: it says of which page it is, and with which request that began. */
function actionOf(
  engine: Engine,
  {
    details,
    client,
    look,
  }: { details: InteractionDetails; client: Client | undefined; look: Look },
): string {
  const { pathname } = new URL(details.returnTo);
  const query = new URLSearchParams({ csrf: csrfToken(engine, details.uid) });
  const again = requestAgain(details.params, client, look.language);
  if (again !== undefined && pathname.startsWith(ROUTES.authorization)) query.set('again', again);
  return `${pathname}/consent?${query.toString()}`;
}

/** What narrows them. */
function limits(look: Look, params: InteractionDetails['params']): Words[] {
  const voices = voicesOf(wishOf(params));
  return voices.length === 0 ? [] : [say(look, 'onlyVoices', { voices: voices.join(', ') })];
}

/** Those of OpenID Connect in the reader's language; others as the operator has described them. */
const permission = (engine: Engine, look: Look, scope: string): Words =>
  isOpenidScope(scope) ? say(look, `scope.${scope}`) : engine.scopes.describe(scope);

/** Passkeys of anybody: the browser shows those that it has. */
async function passkeyOf(engine: Engine, uid: string): Promise<{ readonly passkey?: string }> {
  const { passkeys } = engine.uses;
  if (!passkeys.isPossible) return {};
  const options = await passkeys.requestOptions(passkeyChallenge(engine, uid));
  return { passkey: JSON.stringify(options) };
}

/** Where the metadata are says more of a client than the name that it gives itself. */
function nameOf(name: string | undefined, id: string): string {
  const host = documentHostOf(id);
  if (host === undefined) return name ?? id;
  return name === undefined ? host : `${name} (${host})`;
}

/** What the client says of itself. */
const introduction = (client: Client | undefined, id: string) => ({
  clientName: nameOf(client?.clientName, id),
  logo: webAddress(client?.logoUri),
  policy: webAddress(client?.policyUri),
  terms: webAddress(client?.tosUri),
});

export const imagesOf = ({ logo }: SignInView): string[] => (logo === undefined ? [] : [logo]);

const webAddress = (address: string | undefined): string | undefined =>
  address !== undefined && /^https?:/.test(address) ? address : undefined;

/** The host that people will be sent to, or the scheme of an app on their device. */
function destinationOf(redirectUri: string | undefined): string | undefined {
  if (redirectUri === undefined) return undefined;
  const { host, protocol } = new URL(redirectUri);
  return host === '' ? protocol : host;
}

export async function currentUser(engine: Engine, { session }: InteractionDetails) {
  const accountId = session?.accountId;
  const user = accountId === undefined ? undefined : await engine.uses.users.find(accountId);
  return user?.isActive === true ? user : undefined;
}

/** Bound to the interaction, whose id only the browser's cookie and this page know. */
export const csrfToken = (engine: Engine, uid: string): string =>
  createHmac('sha256', engine.uses.sealer.derive('csrf')).update(uid).digest('base64url');

/** Of this page alone: when it has signed somebody in the page is gone, and with it what was answered. */
export const passkeyChallenge = (engine: Engine, uid: string): Buffer =>
  createHmac('sha256', engine.uses.sealer.derive('passkey')).update(uid).digest();
