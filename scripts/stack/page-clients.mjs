/**
 * Our pages that sign people in, by the public client whose tokens they get; each has a document for its hidden frame.
 * Each service has a client of its own: tokens of other pages do nothing there.
 */
const PAGE_CLIENTS = [
  {
    id: 'sextant-web',
    name: 'Sextant',
    paths: ['/api/notifications/inbox', '/api/notifications/inbox/operations'],
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
 * The clients of our pages, at the gateway: browsers know it by two names.
 *
 * @param {string} gateway
 */
export function pageClients(gateway) {
  const origins = [gateway, gateway.replace('//localhost', '//127.0.0.1')];
  return PAGE_CLIENTS.map(({ id, name, paths, scopes }) => {
    const addresses = origins.flatMap((origin) => paths.map((path) => origin + path));
    return {
      client_id: id,
      client_name: name,
      redirect_uris: addresses.flatMap((address) => [address, `${address}/renewed.html`]),
      scopes: ['openid', 'profile', ...scopes],
      follows_file: true,
      // Pages keep no refresh token: they ask in a hidden frame, for as long as one is signed in.
      metadata: { grant_types: ['authorization_code'], post_logout_redirect_uris: addresses },
    };
  });
}
