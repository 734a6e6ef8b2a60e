import { integer, settingsOf } from '@sextant/platform-runtime/config';

export class DocumentWorkSettings extends settingsOf({
  documentWorkers: integer(
    'DOCUMENT_WORKERS',
    'Documents that one process translates at once; the others take turns.',
    { default: 2, min: 1, max: 64 },
  ),
}) {}
