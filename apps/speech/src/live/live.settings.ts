import { integer, settingsOf } from '@sextant/platform-runtime/config';

export class LiveSettings extends settingsOf({
  liveSessions: integer({
    env: 'LIVE_SESSIONS',
    description: 'Live sessions (WebSocket) of this process at once; more are answered with 503.',
    example: '200',
    default: 200,
    min: 0,
    max: 100_000,
  }),
  liveResumeSeconds: integer({
    env: 'LIVE_RESUME_SECONDS',
    description: 'How long a live session waits for a client that lost its connection.',
    example: '30',
    default: 30,
    min: 0,
    max: 3600,
  }),
}) {}
