import { integer, settingsOf } from '@sextant/platform-runtime/config';

export class MemorySearchSettings extends settingsOf({
  memorySearchMs: integer({
    env: 'MEMORY_SEARCH_MS',
    description:
      'Time to search a translation memory for one request; what is left goes to the engine.',
    example: '2000',
    default: 2000,
    min: 0,
    max: 600_000,
  }),
}) {
  /** Segments of all memories that are kept ready to be searched. */
  readonly mostLoaded: number = 500_000;
}
