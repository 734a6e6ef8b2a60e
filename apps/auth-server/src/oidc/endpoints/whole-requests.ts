import { Provider, type KoaContextWithOIDC } from 'oidc-provider';
import type { Engine } from '../engine/engine.js';
import { ROUTES } from '../../http/routes.js';

type Answer = () => Promise<void>;

/** Requests by which clients, grants and sessions change; what gives out tokens is none of them. */
const CHANGES = [ROUTES.registration, ROUTES.revocation, ROUTES.endSession];

export const isChange = ({ path }: KoaContextWithOIDC): boolean =>
  CHANGES.some((route) => path === route || path.startsWith(`${route}/`));

/** What is said to clients once the change is stored, by request. */
const delayed = new WeakMap<object, Answer[]>();

/** The answer tells of a failure of ours: nothing of the request is stored. */
class Undone extends Error {}

/**
 * What the engine stores with one request, and what is written down of it, is stored whole or not at all. Connections are held from
 * the first write on: before that the engine may fetch keys and documents of clients.
 *
 * @param fail makes the answer for what the database has not taken
 */
export async function wholeRequest(
  { uses }: Engine,
  context: KoaContextWithOIDC,
  { answer, fail }: { readonly answer: Answer; readonly fail: (error: unknown) => void },
): Promise<void> {
  const calls: Answer[] = [];
  delayed.set(context, calls);
  try {
    await uses.unit.prepare(async () => {
      await answer();
      if (context.status >= 500) throw new Undone();
    });
  } catch (error) {
    calls.length = 0;
    context.remove('Location');
    // Cookies of a session that has not ended.
    context.remove('Set-Cookie');
    if (!(error instanceof Undone)) fail(error);
  } finally {
    delayed.delete(context);
  }
  await Promise.all(calls.map((call) => call()));
}

interface LogoutPrototype {
  readonly clientId: string;
  backchannelLogout: (
    this: LogoutPrototype,
    sub: string,
    sid: string | undefined,
  ) => Promise<unknown>;
}

/** The engine tells clients of the end of a session before it has ended it: they hear of it afterwards. */
export function delayLogoutCalls(provider: Provider, uses: Engine['uses']): void {
  const prototype = provider.Client.prototype as unknown as LogoutPrototype;
  const { backchannelLogout } = prototype;
  prototype.backchannelLogout = async function delay(this: LogoutPrototype, sub, sid) {
    const call = () => backchannelLogout.call(this, sub, sid);
    const calls = Provider.ctx === undefined ? undefined : delayed.get(Provider.ctx);
    if (calls === undefined) return call();
    calls.push(async () => {
      await call().catch((err: unknown) => {
        uses.logger.warn('backchannel_logout.failed', { clientId: this.clientId, err });
      });
    });
    return undefined;
  };
}
