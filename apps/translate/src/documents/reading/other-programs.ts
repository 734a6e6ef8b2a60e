import type { LegacyConverter } from './legacy-formats.js';
import type { PictureReader } from './picture-formats.js';

/** What opens files that nothing in this service opens; absent where the machine has no program for them. */
export abstract class OtherPrograms {
  abstract readonly legacy: LegacyConverter | undefined;
  abstract readonly pictures: PictureReader | undefined;
}
