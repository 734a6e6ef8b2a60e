import { integer, settingsOf } from '@sextant/platform-runtime/config';
import { bytesOf, megabytes } from '../contents/megabytes.js';

export class SegmentSettings extends settingsOf({
  segmentMegabytes: megabytes(
    'DOCUMENT_SEGMENTS_MEGABYTES',
    'Size of all translations that are remembered for one organization (`segments_key`); the oldest make room.',
    { byDefault: 256 },
  ),
  segmentRetentionDays: integer({
    env: 'DOCUMENT_SEGMENTS_DAYS',
    description: 'How long they are remembered since they were last used.',
    example: '30',
    default: 30,
    min: 1,
    max: 3650,
  }),
}) {
  get mostBytes(): number {
    return bytesOf(this.segmentMegabytes);
  }
}
