import type { Kind } from '@sextant/platform-runtime/config';
import { ROLE } from '../users/user.js';

/** Hosts whose proxies ask here, each with the roles of which a person needs one; everybody may where there is none. */
export type ForwardHosts = ReadonlyMap<string, readonly string[]>;

/** A name or an address, with a port where it is not the usual one. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/;

/** A value of the configuration: `app.example.org,grafana.example.org=admin`; a host may be there with several roles. */
export const forwardHosts: Kind<ForwardHosts> = {
  expected:
    'a comma-separated list of HOST or HOST=role, as browsers write it (without :443), a role being a word in small letters',
  parse: (value) => {
    const hosts = new Map<string, readonly string[]>();
    for (const part of value.split(',')) {
      const [host = '', ...roles] = part.trim().toLowerCase().split('=');
      const before = hosts.get(host);
      if (!isEntry(host, roles) || !isClear(before, roles)) return undefined;
      hosts.set(host, [...(before ?? []), ...roles]);
    }
    return hosts;
  },
};

const isEntry = (host: string, roles: readonly string[]): boolean =>
  HOST.test(host) && isAsSent(host) && roles.length <= 1 && roles.every((role) => ROLE.test(role));

/** As browsers write it: an address in its short form, and no port that is the usual one. Another form would never be asked for. */
const isAsSent = (host: string): boolean => URL.parse(`https://${host}/`)?.host === host;

/** With a role once and without one at another time it would be open which one counts. */
const isClear = (before: readonly string[] | undefined, roles: readonly string[]): boolean =>
  before === undefined || (before.length > 0 && roles.length > 0);
