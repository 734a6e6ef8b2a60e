import type { Api } from '@sextant/web/api';
import { pageSettings } from '@sextant/web';

const { path } = pageSettings() as { readonly path: string };

const workers = (): ServiceWorkerContainer | undefined =>
  'serviceWorker' in navigator ? navigator.serviceWorker : undefined;

async function subscription(): Promise<PushSubscription | undefined> {
  const registration = await workers()?.getRegistration(path);
  return (await registration?.pushManager.getSubscription()) ?? undefined;
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
  return true;
}

/** The browser may have changed it while no page was open. */
export async function keepSubscription(api: Api): Promise<void> {
  const kept = await subscription();
  if (kept !== undefined) await api('/push/subscribe', { method: 'POST', body: kept.toJSON() });
}

/** Ends push on this browser. That the service cannot be told must not keep anybody signed in. */
export async function endPush(api: Api): Promise<void> {
  const kept = await subscription().catch(() => undefined);
  if (kept === undefined) return;
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
