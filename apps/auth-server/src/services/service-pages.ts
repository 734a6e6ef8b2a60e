import type { ServiceAddress } from './service-addresses.js';
import type { ServiceName } from './service-names.js';

interface Page {
  readonly id: string;
  readonly path: string;
  /** Whom it is for; everybody if absent. */
  readonly roles?: readonly string[];
}

const ADMINISTRATORS = ['admin'];

const PAGES: Readonly<Record<ServiceName, readonly Page[]>> = {
  translate: [{ id: 'translate', path: '/translate' }],
  'auth-server': [
    { id: 'account', path: '/account' },
    { id: 'administration', path: '/admin/console', roles: ADMINISTRATORS },
  ],
  notifications: [
    { id: 'inbox', path: '/inbox' },
    { id: 'operations', path: '/inbox/operations', roles: ADMINISTRATORS },
  ],
  speech: [{ id: 'speech', path: '/speech/studio' }],
  'ipt-graphql': [{ id: 'ipt', path: '/ipt' }],
  relay: [{ id: 'relay', path: '/relay/console', roles: ADMINISTRATORS }],
};

/** What everybody may know of the services here: which there are, and where their pages for people are. */
export const describeServices = (services: readonly ServiceAddress[], issuer: string) =>
  services.map(({ name, url = issuer }) => ({
    name,
    docs: `${url}/docs/${name}`,
    pages: PAGES[name].map(({ id, path, roles = [] }) => ({
      id,
      url: url + path,
      roles: [...roles],
    })),
  }));
