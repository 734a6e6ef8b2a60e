import type { IncomingMessage } from 'node:http';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Engine } from '../engine/engine.js';
import { lookOf, sendPage } from '../engine/page-sources.js';
import { isInteractionPath } from '../../http/routes.js';
import type { Look } from '../../pages/page.js';
import { signInPage } from '../../pages/sign-in-page.js';
import { currentUser, imagesOf, viewOf, type InteractionDetails } from './interaction-view.js';

/** Answers the page at the authorization address itself, where the engine would redirect to it. */
export async function showInteraction(engine: Engine, context: KoaContextWithOIDC): Promise<void> {
  const { Interaction: started } = context.oidc.entities;
  const isStarted = started !== undefined && !('result' in started && started.result);
  if (context.status !== 303 || !isStarted) return;
  if (!isInteractionPath(new URL(context.response.get('location'), 'http://x').pathname)) return;
  const details = started as InteractionDetails;
  const look = await lookOfReader(engine, context.req, details);
  const view = await viewOf(engine, details, look);
  context.remove('Location');
  context.status = 200;
  sendPage(context, signInPage(look, view), { images: imagesOf(view) });
}

/** What the page looks like to the person who reads it. */
export async function lookOfReader(
  engine: Engine,
  request: IncomingMessage,
  details: InteractionDetails,
): Promise<Look> {
  const own = (await currentUser(engine, details))?.claims.locale;
  return lookOf(engine.uses, request, { asked: details.params['ui_locales'], own });
}
