import { list, settingsOf } from '@sextant/platform-runtime/config';

/** Who runs the service. */
export class OperationsSettings extends settingsOf({
  operatorAcademies: list(
    'OPERATOR_ACADEMIES',
    'Academies whose administrators run the service for all: see its queues.',
    { default: ['default'] },
  ),
}) {}
