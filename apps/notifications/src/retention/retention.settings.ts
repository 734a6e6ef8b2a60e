import { integer, settingsOf } from '@sextant/platform-runtime/config';

/** How long things are kept. */
export class RetentionSettings extends settingsOf({
  checkedRetentionDays: integer(
    'CHECKED_RETENTION_DAYS',
    'Days that checked notifications are kept; 0 keeps them for ever.',
    { default: 90, max: 36_500 },
  ),
  uncheckedRetentionDays: integer(
    'UNCHECKED_RETENTION_DAYS',
    'Days that received notifications are kept which nobody checks; 0 keeps them for ever.',
    { example: '365', default: 0, max: 36_500 },
  ),
  sentRetentionDays: integer(
    'SENT_RETENTION_DAYS',
    'Days that the records of senders are kept; 0 keeps them for ever.',
    { example: '365', default: 0, max: 36_500 },
  ),
  eventMemoryDays: integer(
    'EVENT_MEMORY_DAYS',
    'Days that used events are known by their ids; longer than Kafka keeps them.',
    { default: 30, min: 1, max: 36_500 },
  ),
  trailDays: integer(
    'TRAIL_DAYS',
    'Days that it is known what became of each notification; 0 keeps it for ever.',
    { default: 90, max: 36_500 },
  ),
  deadLetterDays: integer(
    'DEAD_LETTER_DAYS',
    'Days that events that could not be used are kept; 0 keeps them for ever.',
    { default: 30, max: 36_500 },
  ),
}) {}
