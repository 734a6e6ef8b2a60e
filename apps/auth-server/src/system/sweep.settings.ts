import { integer, settingsOf } from '@sextant/platform-runtime/config';

/** How often what has expired is removed. */
export class SweepSettings extends settingsOf({
  sweepSeconds: integer({
    env: 'SWEEP_SECONDS',
    description: 'Seconds between two sweeps of what has expired.',
    example: '60',
    default: 60,
    min: 1,
    max: 86_400,
  }),
}) {}
