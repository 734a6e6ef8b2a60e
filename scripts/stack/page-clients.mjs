/**
 * Our pages that sign people in, by the public client whose tokens they get; each has a document for its hidden frame.
 * Each service has a client of its own: tokens of other pages do nothing there.
 */
const PAGE_CLIENTS = [
  {
    id: 'sextant-web',
    name: 'Sextant',
    paths: ['/inbox', '/inbox/operations'],
    // The last for administrators alone: the operators' page asks for it, the inbox does not.
    scopes: ['notifications', 'notifications:admin'],
  },
  {
    id: 'sextant-translate',
    name: 'Sextant translate',
    paths: ['/translate'],
    scopes: ['translate', 'translate:admin'],
  },
  {
    id: 'sextant-studio',
    name: 'Sextant studio',
    paths: ['/speech/studio'],
    scopes: ['audio:all', 'voices:all'],
  },
  {
    id: 'sextant-relay',
    name: 'Sextant relay',
    paths: ['/relay/console'],
    scopes: ['relay:admin'],
  },
  {
    id: 'sextant-ipt',
    name: 'Sextant IP-NFTs',
    paths: ['/ipt'],
    // The last for administrators alone, who have the webhooks there.
    scopes: ['ipt:read', 'ipt:mint', 'ipt:tokenize', 'ipt:admin'],
  },
];

/**
 * The clients of our pages, at the gateway's name, to which it sends whoever opens it by another: they are first-party,
 * and at loopback addresses only the issuer's own origin is nobody else's.
 *
 * @param {string} gateway
 */
export function pageClients(gateway) {
  return PAGE_CLIENTS.map(({ id, name, paths, scopes }) => {
    const addresses = paths.map((path) => gateway + path);
    return {
      client_id: id,
      client_name: name,
      redirect_uris: addresses.flatMap((address) => [address, `${address}/renewed.html`]),
      scopes: ['openid', 'profile', ...scopes],
      follows_file: true,
      first_party: true,
      // Pages keep no refresh token: they ask in a hidden frame, for as long as one is signed in.
      metadata: { grant_types: ['authorization_code'], post_logout_redirect_uris: addresses },
    };
  });
}
