import { integer, settingsOf } from '@sextant/platform-runtime/config';

export class LiveSettings extends settingsOf({
  liveSessions: integer(
    'LIVE_SESSIONS',
    'Live sessions (WebSocket) of this process at once; more are answered with 503.',
    { default: 200, max: 100_000 },
  ),
  liveResumeSeconds: integer(
    'LIVE_RESUME_SECONDS',
    'How long a live session waits for a client that lost its connection.',
    { default: 30, max: 3600 },
  ),
}) {}
