import { integer, settingsOf } from '@sextant/platform-runtime/config';

/** How long things are kept. */
export class RetentionSettings extends settingsOf({
  checkedRetentionDays: integer({
    env: 'CHECKED_RETENTION_DAYS',
    description: 'Days that checked notifications are kept; 0 keeps them for ever.',
    example: '90',
    default: 90,
    max: 36_500,
  }),
  uncheckedRetentionDays: integer({
    env: 'UNCHECKED_RETENTION_DAYS',
    description:
      'Days that received notifications are kept which nobody checks; 0 keeps them for ever.',
    example: '365',
    default: 0,
    max: 36_500,
  }),
  sentRetentionDays: integer({
    env: 'SENT_RETENTION_DAYS',
    description: 'Days that the records of senders are kept; 0 keeps them for ever.',
    example: '365',
    default: 0,
    max: 36_500,
  }),
  eventMemoryDays: integer({
    env: 'EVENT_MEMORY_DAYS',
    description: 'Days that used events are known by their ids; longer than Kafka keeps them.',
    example: '30',
    default: 30,
    min: 1,
    max: 36_500,
  }),
  trailDays: integer({
    env: 'TRAIL_DAYS',
    description: 'Days that it is known what became of each notification; 0 keeps it for ever.',
    example: '90',
    default: 90,
    max: 36_500,
  }),
  deadLetterDays: integer({
    env: 'DEAD_LETTER_DAYS',
    description: 'Days that events that could not be used are kept; 0 keeps them for ever.',
    example: '30',
    default: 30,
    max: 36_500,
  }),
}) {}
