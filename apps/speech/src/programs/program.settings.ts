import { availableParallelism } from 'node:os';
import { integer, settingsOf } from '@sextant/platform-runtime/config';

export class ProgramSettings extends settingsOf({
  engineProcesses: integer({
    env: 'ENGINE_PROCESSES',
    description: 'Processes of each embedded engine: one synthesis at a time runs in each.',
    example: '4',
    default: Math.max(2, Math.min(8, availableParallelism())),
    min: 1,
    max: 64,
  }),
  engineQueue: integer({
    env: 'ENGINE_QUEUE',
    description:
      'Syntheses of one workspace that may wait for a process; more are answered with 429.',
    example: '200',
    default: 200,
    min: 0,
    max: 100_000,
  }),
}) {}
