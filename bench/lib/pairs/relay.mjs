import { load } from '../load.mjs';
import { alertRequest, reviewRequest, startRelay } from '../relay-servers.mjs';

export const project = 'relay';

const CONNECTIONS = 50;
const ALERTS = Array.from({ length: 1000 }, (_unused, number) => alertRequest(number));
const REVIEWS = Array.from({ length: 1000 }, (_unused, number) => reviewRequest(number));

export const start = (root) => startRelay({ EVENTS_ADMIN_TOKEN: 'bench' }, root);

export function cases({ seconds }) {
  const options = { connections: CONNECTIONS, seconds };
  const headers = { authorization: 'Bearer bench' };
  return {
    alerts: ({ url }) => load(url, ALERTS, options),
    'reviews at the address of alerts': ({ url }) => load(url, REVIEWS, options),
    'reviews at their own address': ({ reviewUrl }) => load(reviewUrl, REVIEWS, options),
    status: ({ url }) => load(url, [{ method: 'GET', path: '/relay/status', headers }], options),
  };
}
