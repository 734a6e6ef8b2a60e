import { lookup as resolve, type LookupAddress, type LookupOptions } from 'node:dns';
import { BlockList, isIP } from 'node:net';

/** Networks that no public server is in (IANA special-purpose address registries). */
const BLOCKED_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
];
/** What embeds an IPv4 address (mapped, NAT64, 6to4) is refused whole. */
const BLOCKED_V6 = [
  ...['::/96', '::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '100::/64', '2001::/23'],
  ...['2001:db8::/32', '2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

/** One list for each family: a mapped network in a common one would cover every IPv4 address. */
const blockedV4 = listOf(BLOCKED_V4, 'ipv4');
const blockedV6 = listOf(BLOCKED_V6, 'ipv6');

function listOf(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Whether an address belongs to this machine, a private network or nobody. */
export function isPrivateAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return blockedV4.check(address, 'ipv4');
    case 6:
      return blockedV6.check(address, 'ipv6');
    default:
      return true;
  }
}

/** An address in place of a name, which is never looked up, in one of those networks. */
export function isPrivateLiteral({ hostname }: URL): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  return /^[\d.]+$|:/.test(address) && isPrivateAddress(address);
}

/** A name leads into a private network. */
export class PrivateAddressError extends Error {
  constructor(hostname: string) {
    super(`${hostname} is not a public address.`);
    this.name = 'PrivateAddressError';
  }
}

type Callback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Resolves names for a connection and refuses those that lead into private networks. The check is of
 * the very address that is connected to: a name that changes its mind gains nothing.
 */
export function publicLookup(hostname: string, options: LookupOptions, callback: Callback): void {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) {
      callback(error, []);
      return;
    }
    const [first] = addresses;
    if (first === undefined || addresses.some(({ address }) => isPrivateAddress(address))) {
      callback(new PrivateAddressError(hostname), []);
      return;
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
}
