import { integer, settingsOf, text, url } from '@sextant/platform-runtime/config';

export class LibreTranslateSettings extends settingsOf({
  libretranslateUrl: url(
    ['http', 'https'],
    'LIBRETRANSLATE_URL',
    'LibreTranslate server whose models translate too.',
    { example: 'http://localhost:5000' },
  ),
  libretranslateApiKey: text('LIBRETRANSLATE_API_KEY', 'Key of the LibreTranslate server.', {
    example: 'secret',
    secret: true,
  }),
  libretranslateTimeoutMs: integer(
    'LIBRETRANSLATE_TIMEOUT_MS',
    'Time for one request to the LibreTranslate server, with all its attempts.',
    { default: 25_000, min: 100, max: 600_000 },
  ),
  libretranslateConcurrency: integer(
    'LIBRETRANSLATE_CONCURRENCY',
    'Requests to the LibreTranslate server that may be under way at once.',
    { default: 4, min: 1, max: 1000 },
  ),
}) {
  get isWanted(): boolean {
    return this.libretranslateUrl !== undefined;
  }
}
