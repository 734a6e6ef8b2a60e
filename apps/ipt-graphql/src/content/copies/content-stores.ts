import type { ContentSettings } from '../content.settings.js';
import type { ContentStore } from '../content-store.js';
import { DiskContentStore } from '../disk-content-store.js';
import { KuboPinner, PinnedContentStore } from './kubo-pinner.js';

/** A folder, and a Kubo as well where the settings name one. */
export function contentStoreOf({ contentDir, kuboUrl }: ContentSettings): ContentStore {
  const local = new DiskContentStore(contentDir);
  return kuboUrl === undefined ? local : new PinnedContentStore(local, new KuboPinner(kuboUrl));
}
