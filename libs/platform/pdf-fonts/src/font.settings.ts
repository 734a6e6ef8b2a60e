import { settingsOf, text, url } from '@sextant/platform-runtime/config';

/** Where fonts are that do not come with the service. */
export class FontSettings extends settingsOf({
  fontsDir: text(
    'FONTS_DIR',
    'Folder of Chinese, Japanese and Korean fonts, which are fetched when a document needs one.',
    { example: '/var/lib/fonts', default: '.data/fonts' },
  ),
  fontsRegistry: url(
    ['http', 'https'],
    'FONTS_REGISTRY',
    "npm's registry or a mirror of it, from which they are fetched.",
    { example: 'https://npm.example.org', default: 'https://registry.npmjs.org' },
  ),
}) {}
