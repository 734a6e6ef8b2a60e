import type { Kind } from '@sextant/platform-runtime/config';
import { ROLE } from '../users/user.js';

/** Hosts whose proxies ask here, each with the roles of which a person needs one; everybody may where there is none. */
export type ForwardHosts = ReadonlyMap<string, readonly string[]>;

/** A name or an address, with a port where it is not the usual one. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;

/** A value of the configuration: `app.example.org,grafana.example.org=admin`; a host may be there with several roles. */
export const forwardHosts: Kind<ForwardHosts> = {
  expected: 'a comma-separated list of HOST or HOST=role, a role being a word in small letters',
  parse: (value) => {
    const hosts = new Map<string, readonly string[]>();
    for (const part of value.split(',')) {
      const [host = '', role, ...rest] = part.trim().toLowerCase().split('=');
      const isValid = HOST.test(host) && (role === undefined || ROLE.test(role));
      // With a role once and without one at another time it would be open which one counts.
      const isClear = !hosts.has(host) || (role !== undefined && hosts.get(host)?.length !== 0);
      if (!isValid || !isClear || rest.length > 0) return undefined;
      hosts.set(host, [...(hosts.get(host) ?? []), ...(role === undefined ? [] : [role])]);
    }
    return hosts;
  },
};
