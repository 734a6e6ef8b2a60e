import { integer, settingsOf } from '@sextant/platform-runtime/config';

export class DocumentWorkSettings extends settingsOf({
  documentWorkers: integer({
    env: 'DOCUMENT_WORKERS',
    description: 'Documents that one process translates at once; the others take turns.',
    example: '2',
    default: 2,
    min: 1,
    max: 64,
  }),
}) {}
