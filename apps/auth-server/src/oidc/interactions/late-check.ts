import type { IncomingMessage } from 'node:http';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { isStillIn, type User } from '../../users/user.js';
import type { Engine } from '../engine/engine.js';
import { errorPage } from '../../pages/other-pages.js';
import { ROUTES } from '../../http/routes.js';
import { requestAgain } from './start-again.js';
import { say } from '../../pages/texts/say.js';
import { lookOf, sendPage } from '../engine/page-sources.js';

const signedIn = new WeakMap<IncomingMessage, User>();

/** Who has signed in with this request, as the user was before the password was checked. */
export const rememberSignIn = (request: IncomingMessage, user: User): void =>
  void signedIn.set(request, user);

/**
 * Undoes a sign-in that a deactivation, a new password or a sign-out everywhere has overtaken. What
 * the engine has given out is stored by now and the answer is not sent yet: either this sees the
 * change, or the change sees what was stored.
 */
export async function undoLateSignIn(engine: Engine, context: KoaContextWithOIDC): Promise<void> {
  const user = signedIn.get(context.req);
  if (user === undefined || (await isStillIn(engine.uses.users, user))) return;
  const { session, result } = context.oidc as {
    readonly session?: { readonly uid: string };
    readonly result?: { readonly consent?: { readonly grantId?: string } };
  };
  const grantId = result?.consent?.grantId;
  const { artifacts, unit } = engine.uses;
  await unit.run(async () => {
    if (session !== undefined) await artifacts.endSession(user.id, session.uid);
    if (grantId !== undefined) await artifacts.removeOfGrant(grantId);
  });
  context.remove('Location');
  context.status = 400;
  const look = lookOf(engine.uses, context.req, { own: user.claims.locale });
  const description = say(look, 'lateSignIn');
  const again = requestAgain(context.oidc.params ?? {}, context.oidc.client, look.language);
  const ways =
    again === undefined
      ? undefined
      : [{ href: `${ROUTES.authorization}?${again}`, text: 'startAgain' } as const];
  sendPage(context, errorPage(look, { error: 'access_denied', description, ways }));
}
