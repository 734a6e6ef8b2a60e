import { availableParallelism } from 'node:os';
import { integer, settingsOf } from '@sextant/platform-runtime/config';

export class ProgramSettings extends settingsOf({
  engineProcesses: integer(
    'ENGINE_PROCESSES',
    'Processes of each embedded engine: one synthesis at a time runs in each.',
    { example: '4', default: Math.max(2, Math.min(8, availableParallelism())), min: 1, max: 64 },
  ),
  engineQueue: integer(
    'ENGINE_QUEUE',
    'Syntheses of one workspace that may wait for a process; more are answered with 429.',
    { default: 200, max: 100_000 },
  ),
}) {}
