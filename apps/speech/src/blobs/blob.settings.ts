import { blobSettings } from '@sextant/platform-blobs';
import { settingsOf } from '@sextant/platform-config';

export class BlobSettings extends settingsOf(
  blobSettings({ what: 'samples and consent recordings', app: 'speech' }),
) {}
