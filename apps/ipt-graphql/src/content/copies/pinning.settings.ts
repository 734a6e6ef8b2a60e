import { integer, list, text, url, settingsOf } from '@sextant/platform-runtime/config';

/** Where the second copy of all content is, and how long sign-offs wait for it. */
export class PinningSettings extends settingsOf({
  pinningServiceUrl: url(
    ['http', 'https'],
    'PINNING_SERVICE_URL',
    'Service of the IPFS Pinning Service API that keeps a second copy of all content; sign-offs wait for it.',
    { example: 'https://pins.example/v1' },
  ),
  pinningServiceToken: text('PINNING_SERVICE_TOKEN', 'Its access token.', {
    example: '...',
    secret: true,
  }),
  pinningOrigins: list(
    'PINNING_ORIGINS',
    'Multiaddrs that it is told to get the content from, such as those of Kubo.',
    { example: '/dns4/ipfs.example/tcp/4001/p2p/12D3KooW...' },
  ),
  pinningGatewayUrl: url(
    ['http', 'https'],
    'PINNING_GATEWAY_URL',
    'Trustless gateway that copies are fetched back from and compared; else the word of the service counts.',
    { example: 'https://gateway.example' },
  ),
  secondCopyWaitMs: integer(
    'SECOND_COPY_WAIT_MS',
    'How long a sign-off waits for the second copy; then it is COPY_PENDING.',
    { default: 10_000, max: 25_000 },
  ),
}) {}
