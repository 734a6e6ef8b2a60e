import { list, settingsOf } from '@sextant/platform-runtime/config';

/** Who runs the service. */
export class OperationsSettings extends settingsOf({
  operatorAcademies: list({
    env: 'OPERATOR_ACADEMIES',
    description: 'Academies whose administrators run the service for all: see its queues.',
    example: 'default',
    default: ['default'],
  }),
}) {}
