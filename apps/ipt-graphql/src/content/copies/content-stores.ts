import { writableFolder } from '@sextant/platform-runtime/config';
import type { ContentSettings } from '../content.settings.js';
import type { ContentStore } from '../content-store.js';
import { DiskContentStore } from '../disk-content-store.js';
import { KuboPinner, PinnedContentStore } from './kubo-pinner.js';

/** What tokens name is public: as readable as the machine makes folders. */
const FOLDER_MODE = 0o777;

/**
 * A folder, and a Kubo as well where the settings name one.
 *
 * @throws {ConfigError} for a folder that cannot be written to
 */
export function contentStoreOf({ contentDir, kuboUrl }: ContentSettings): ContentStore {
  const local = new DiskContentStore(writableFolder('CONTENT_DIR', contentDir, FOLDER_MODE));
  return kuboUrl === undefined ? local : new PinnedContentStore(local, new KuboPinner(kuboUrl));
}
