import type { Api } from '@sextant/web/api';
import { pageSettings, type PageSettings } from '@sextant/web';

const { path, formerPath } = pageSettings() as PageSettings & {
  /** Where the page was before: browsers that subscribed there are still told there. */
  readonly formerPath?: string;
};

const workers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined;

async function subscriptionAt(scope: string): Promise<PushSubscription | undefined> {
  const registration = await workers()?.getRegistration(scope);
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** One at the most but for the moment in which somebody subscribes anew. */
async function subscriptions(): Promise<readonly PushSubscription[]> {
  const scopes = formerPath === undefined ? [path] : [path, formerPath];
  const found = await Promise.all(scopes.map((scope) => subscriptionAt(scope)));
  return found.filter((one) => one !== undefined);
}

/** Whether this browser can be sent messages at all. */
export const isPushPossible = (): boolean => workers() !== undefined && 'PushManager' in window;

/** @returns `false` when the person or the browser does not allow it */
export async function enablePush(api: Api): Promise<boolean> {
  const registration = await workers()?.register(`${path}/worker.js`, { scope: path });
  if (registration === undefined || (await Notification.requestPermission()) !== 'granted') {
    return false;
  }
  const { body } = await api<{ readonly publicKey: string }>('/push/vapid-public-key');
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: body.publicKey,
  });
  await api('/push/subscribe', { method: 'POST', body: made.toJSON() });
  await endFormer(api);
  return true;
}

/** Ends the subscription of the page's former address, once there is a new one. */
async function endFormer(api: Api): Promise<void> {
  if (formerPath === undefined) return;
  const registration = await workers()?.getRegistration(formerPath);
  const former = await registration?.pushManager.getSubscription();
  if (former != null) await end(api, former);
  // Without a subscription the former worker hears nothing, so it may stay.
  await registration?.unregister().catch(() => undefined);
}

/** The browser may have changed it while no page was open. */
export async function keepSubscription(api: Api): Promise<void> {
  for (const kept of await subscriptions()) {
    await api('/push/subscribe', { method: 'POST', body: kept.toJSON() });
  }
}

/** Ends push on this browser. That the service cannot be told must not keep anybody signed in. */
export async function endPush(api: Api): Promise<void> {
  for (const kept of await subscriptions().catch(() => [])) await end(api, kept);
}

async function end(api: Api, kept: PushSubscription): Promise<void> {
  const body = { endpoint: kept.endpoint };
  await api('/push/subscribe', { method: 'DELETE', body }).catch(() => undefined);
  await kept.unsubscribe().catch(() => undefined);
}

/** What the worker tells its pages. @returns a function that ends listening */
export function onWorkerMessage(handlers: {
  readonly push: () => void;
  readonly subscription: () => void;
}): () => void {
  const listen = ({ data }: MessageEvent<{ readonly type?: unknown } | undefined>) => {
    if (data?.type === 'push') handlers.push();
    if (data?.type === 'subscription') handlers.subscription();
  };
  workers()?.addEventListener('message', listen);
  return () => workers()?.removeEventListener('message', listen);
}
