import { custom, integer, settingsOf, text, toggle } from '@sextant/platform-runtime/config';
import { directions } from '../direction.js';

export class ApertiumSettings extends settingsOf({
  apertiumEnabled: toggle(
    'APERTIUM_ENABLED',
    'Whether the pairs of Apertium that are installed are used.',
    { example: 'false', default: true },
  ),
  apertiumModesDir: text('APERTIUM_MODES_DIR', 'Folder of the mode files of Apertium.', {
    default: '/usr/share/apertium/modes',
  }),
  apertiumWarm: custom(
    directions,
    'APERTIUM_WARM',
    'Pairs that are started with the service, not at their first use.',
    { example: 'en-es,es-en' },
  ),
  apertiumSelfTest: toggle(
    'APERTIUM_SELF_TEST',
    'Try every installed pair in the background after the start and leave broken ones out.',
    { default: true },
  ),
  apertiumMemoryMib: integer(
    'APERTIUM_MEMORY_MIB',
    'Memory that all modes may take together, measured; idle ones make room.',
    { default: 2048, min: 64, max: 1_048_576 },
  ),
  apertiumMaxPipelines: integer(
    'APERTIUM_MAX_PIPELINES',
    'Most modes that run at the same time; idle ones make room (16 to 960 MiB each).',
    { default: 16, min: 1, max: 200 },
  ),
}) {
  get isWanted(): boolean {
    return this.apertiumEnabled;
  }
}
