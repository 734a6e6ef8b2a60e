import { blobSettings } from '@sextant/platform-data/blobs';
import { settingsOf } from '@sextant/platform-runtime/config';

export class BlobSettings extends settingsOf(
  blobSettings({ what: 'documents, sealed', app: 'translate' }),
) {}
