import { Injectable } from '@nestjs/common';
import { LiveSessions } from '../live/live-sessions.js';
import type { ListeningSession } from './listening-session.js';

/** The listening sessions of this process. */
@Injectable()
export class ListeningSessions extends LiveSessions<ListeningSession> {
  protected override get gauge(): readonly [name: string, help: string] {
    return ['speech_listening_sessions', 'Live transcriptions that are open.'];
  }
}
