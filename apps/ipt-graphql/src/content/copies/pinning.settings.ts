import { integer, list, optional, text, url, settingsOf } from '@sextant/platform-runtime/config';

/** Where the second copy of all content is, and how long sign-offs wait for it. */
export class PinningSettings extends settingsOf({
  pinningServiceUrl: optional(
    url(['http', 'https'], {
      env: 'PINNING_SERVICE_URL',
      description:
        'Service of the IPFS Pinning Service API that keeps a second copy of all content; sign-offs wait for it.',
      example: 'https://pins.example/v1',
    }),
  ),
  pinningServiceToken: optional(
    text({
      env: 'PINNING_SERVICE_TOKEN',
      description: 'Its access token.',
      example: '...',
      secret: true,
    }),
  ),
  pinningOrigins: optional(
    list({
      env: 'PINNING_ORIGINS',
      description: 'Multiaddrs that it is told to get the content from, such as those of Kubo.',
      example: '/dns4/ipfs.example/tcp/4001/p2p/12D3KooW...',
    }),
  ),
  pinningGatewayUrl: optional(
    url(['http', 'https'], {
      env: 'PINNING_GATEWAY_URL',
      description:
        'Trustless gateway that copies are fetched back from and compared; else the word of the service counts.',
      example: 'https://gateway.example',
    }),
  ),
  secondCopyWaitMs: integer({
    env: 'SECOND_COPY_WAIT_MS',
    description: 'How long a sign-off waits for the second copy; then it is COPY_PENDING.',
    example: '10000',
    default: 10_000,
    min: 0,
    max: 25_000,
  }),
}) {}
