import { integer, optional, settingsOf, text, url } from '@sextant/platform-runtime/config';

export class LibreTranslateSettings extends settingsOf({
  libretranslateUrl: optional(
    url(['http', 'https'], {
      env: 'LIBRETRANSLATE_URL',
      description: 'LibreTranslate server whose models translate too.',
      example: 'http://localhost:5000',
    }),
  ),
  libretranslateApiKey: optional(
    text({
      env: 'LIBRETRANSLATE_API_KEY',
      description: 'Key of the LibreTranslate server.',
      example: 'secret',
      secret: true,
    }),
  ),
  libretranslateTimeoutMs: integer({
    env: 'LIBRETRANSLATE_TIMEOUT_MS',
    description: 'Time for one request to the LibreTranslate server, with all its attempts.',
    example: '25000',
    default: 25_000,
    min: 100,
    max: 600_000,
  }),
  libretranslateConcurrency: integer({
    env: 'LIBRETRANSLATE_CONCURRENCY',
    description: 'Requests to the LibreTranslate server that may be under way at once.',
    example: '4',
    default: 4,
    min: 1,
    max: 1000,
  }),
}) {
  get isWanted(): boolean {
    return this.libretranslateUrl !== undefined;
  }
}
