import { integer, optional, settingsOf, text } from '@sextant/platform-runtime/config';

export class PhrasebookSettings extends settingsOf({
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
}) {
  get isWanted(): boolean {
    return this.phrasebookDir !== undefined;
  }
}
