import type { KoaContextWithOIDC } from 'oidc-provider';
import { browserOf } from '../../passwords/browser.js';
import type { Engine } from '../engine/engine.js';

/** Keeps from where a session was used that has just sent somebody to a client; a failure is no reason to stop that. */
export async function noteSessionUse(engine: Engine, context: KoaContextWithOIDC): Promise<void> {
  const { route, session } = context.oidc;
  if (route !== 'authorization' && route !== 'resume') return;
  if (session?.accountId === undefined || context.oidc.entities.AuthorizationCode === undefined) {
    return;
  }
  const { sessionUses, clock, logger } = engine.uses;
  const { name: device } = browserOf(context.req);
  const use = { uid: session.uid, device, ip: context.ip, at: new Date(clock.nowMs()) };
  await sessionUses.note(use).catch((error: unknown) => {
    logger.warn('session.use_not_kept', { err: error });
  });
}
