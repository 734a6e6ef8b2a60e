import { Injectable } from '@nestjs/common';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { LiveSessions } from '../live/live-sessions.js';
import { LiveSettings } from '../live/live.settings.js';
import type { ListeningSession } from './listening-session.js';

/** The listening sessions of this process. */
@Injectable()
export class ListeningSessions extends LiveSessions<ListeningSession> {
  constructor(settings: LiveSettings, metrics: Metrics) {
    super(settings, metrics);
  }

  protected override get gauge(): readonly [name: string, help: string] {
    return ['speech_listening_sessions', 'Live transcriptions that are open.'];
  }
}
