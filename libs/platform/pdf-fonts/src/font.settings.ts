import { custom, settingsOf, url } from '@sextant/platform-runtime/config';
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** Where fonts are that do not come with the service. */
export class FontSettings extends settingsOf({
  fontsDir: custom(
    {
      expected: 'a folder, or the path of a new one',
      parse: (path: string) => (path !== '' && canBeFolder(resolve(path)) ? path : undefined),
    },
    'FONTS_DIR',
    'Folder of Chinese, Japanese and Korean fonts, which are fetched when a document needs one.',
    { example: '/var/lib/fonts', default: '.data/fonts' },
  ),
  fontsRegistry: url(
    ['http', 'https'],
    'FONTS_REGISTRY',
    "npm's registry or a mirror of it, from which they are fetched; a name and a password in it are sent, and not logged.",
    { example: 'https://npm.example.org', default: 'https://registry.npmjs.org', secret: true },
  ),
}) {}

/** A folder that is read-only will do where all fonts are installed; below a file there can be none. */
function canBeFolder(path: string): boolean {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? canBeFolder(dirname(path)) : found.isDirectory();
  } catch (error) {
    // Others, such as a folder that may not be looked into, say nothing about what the path is.
    return (error as NodeJS.ErrnoException).code !== 'ENOTDIR';
  }
}
