import {
  custom,
  integer,
  optional,
  settingsOf,
  text,
  toggle,
  type Kind,
} from '@sextant/platform-runtime/config';
import { parseDirection, type Direction } from '../direction.js';

const directions: Kind<readonly Direction[]> = {
  expected: 'a comma-separated list of pairs',
  parse: (value) => {
    const parsed = value.split(',').map((pair) => parseDirection(pair.trim()));
    return parsed.every((direction) => direction !== undefined) ? parsed : undefined;
  },
};

export class ApertiumSettings extends settingsOf({
  apertiumEnabled: toggle({
    env: 'APERTIUM_ENABLED',
    description: 'Whether the pairs of Apertium that are installed are used.',
    example: 'false',
    default: true,
  }),
  apertiumModesDir: text({
    env: 'APERTIUM_MODES_DIR',
    description: 'Folder of the mode files of Apertium.',
    example: '/usr/share/apertium/modes',
    default: '/usr/share/apertium/modes',
  }),
  apertiumWarm: optional(
    custom(directions, {
      env: 'APERTIUM_WARM',
      description: 'Pairs that are started with the service, not at their first use.',
      example: 'en-es,es-en',
    }),
  ),
  apertiumSelfTest: toggle({
    env: 'APERTIUM_SELF_TEST',
    description:
      'Try every installed pair in the background after the start and leave broken ones out.',
    example: 'true',
    default: true,
  }),
  apertiumMemoryMib: integer({
    env: 'APERTIUM_MEMORY_MIB',
    description: 'Memory that all modes may take together, measured; idle ones make room.',
    example: '2048',
    default: 2048,
    min: 64,
    max: 1_048_576,
  }),
  apertiumMaxPipelines: integer({
    env: 'APERTIUM_MAX_PIPELINES',
    description: 'Most modes that run at the same time; idle ones make room (16 to 960 MiB each).',
    example: '16',
    default: 16,
    min: 1,
    max: 200,
  }),
}) {
  get isWanted(): boolean {
    return this.apertiumEnabled;
  }
}
