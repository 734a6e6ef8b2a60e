import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Engine } from '../engine/engine.js';

type Params = Readonly<Record<string, string | undefined>>;

/**
 * The grant that another tab has brought about since this page was opened: with a second one the code
 * of that tab would be worth nothing.
 */
export async function grantOfSession(
  { provider }: Engine,
  request: IncomingMessage,
  response: ServerResponse,
  { params }: { readonly params: Params },
): Promise<string | undefined> {
  const session = await provider.Session.get(provider.createContext(request, response));
  return session.authorizations?.[params['client_id'] ?? '']?.grantId;
}
