import { review } from './running-relay.js';
import type { RelayProcess } from './relay-process.js';

/** The review of a pod of this name. */
export const podReview = (name: string): object =>
  review({ uid: `uid-${name}`, name, object: { kind: 'Pod', metadata: { name } } });

export const postReview = (
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
  path = '/relay/k8s',
): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

/** Where reviews have a listener of their own, of the last start, as far as its log has come. */
export function reviewAddress(relay: RelayProcess | undefined): string {
  const ports = [...(relay?.output ?? '').matchAll(/"port":(\d+)[^\n]*"reviews\.started"/g)];
  return `http://127.0.0.1:${ports.at(-1)?.[1] ?? 9}`;
}

/** Whether it was answered by the relay: after a kill its port may be another's, whose answers promise nothing. */
export const isReviewAnswered = (url: string, name: string): Promise<boolean> =>
  postReview(url, podReview(name))
    .then(async (answer) => (await answer.json()) as { response?: { uid?: string } })
    .then(({ response }) => response?.uid === `uid-${name}`)
    .catch(() => false);
