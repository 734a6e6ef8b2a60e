import { integer, optional, text, type ConfigOf } from '@sextant/platform-config';
import type { EngineFactory } from '../engine-factory.js';
import { PhrasebookEngine } from './phrasebook-engine.js';

export const phrasebookSettings = {
  phrasebookDir: optional(
    text({
      env: 'PHRASEBOOK_DIR',
      description: 'Folder of *.tsv and *.tmx files whose phrases are used before any engine.',
      example: '/etc/translate/phrases',
    }),
  ),
  phrasebookThreshold: integer({
    env: 'PHRASEBOOK_THRESHOLD',
    description: 'How like its text a phrase must be to be used, in percent.',
    example: '90',
    default: 100,
    min: 50,
    max: 100,
  }),
};

/** Phrases that an operator has laid down in files. */
export const phrasebookFactory: EngineFactory<ConfigOf<typeof phrasebookSettings>> = {
  name: 'phrasebook',
  isWanted: ({ phrasebookDir }) => phrasebookDir !== undefined,
  create: ({ phrasebookDir = '', phrasebookThreshold }) =>
    PhrasebookEngine.load(phrasebookDir, phrasebookThreshold),
};
