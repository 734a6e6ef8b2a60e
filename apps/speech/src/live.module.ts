import {
  Injectable,
  Module,
  type BeforeApplicationShutdown,
  type DynamicModule,
} from '@nestjs/common';
import { LiveMaker } from './live/live-maker.js';
import { LiveSessions } from './live/live-sessions.js';
import { UsageLedger } from './usage/usage.js';
import { encoding } from './engine.module.js';
import { SpeechService } from './synthesis/speech-service.js';
import { Synthesizer } from './synthesis/synthesizer.js';
import type { SpeechConfig } from './config.js';
import type { Surroundings } from './surroundings.js';

export const LIVE_LOGGER = Symbol('Logger of live sessions');

/** Tells those who are connected that the process ends. */
@Injectable()
class LiveLifecycle implements BeforeApplicationShutdown {
  constructor(private readonly sessions: LiveSessions) {}

  beforeApplicationShutdown(): void {
    this.sessions.close();
  }
}

/** Binds speech over WebSockets. */
@Module({})
export class LiveModule {
  static register(config: SpeechConfig, { logger, metrics }: Surroundings): DynamicModule {
    const open = metrics.gauge('speech_live_sessions', 'Live sessions that are open.');
    return {
      module: LiveModule,
      providers: [
        LiveLifecycle,
        { provide: LIVE_LOGGER, useValue: logger },
        {
          provide: LiveSessions,
          useValue: new LiveSessions({
            most: config.liveSessions,
            resumeSeconds: config.liveResumeSeconds,
            onChange: (count) => open.set(count),
          }),
        },
        {
          provide: LiveMaker,
          inject: [SpeechService, Synthesizer, UsageLedger, LiveSessions],
          useFactory: (
            speech: SpeechService,
            synthesizer: Synthesizer,
            usage: UsageLedger,
            sessions: LiveSessions,
          ) => new LiveMaker({ speech, synthesizer, usage, encoding }, sessions),
        },
      ],
      exports: [LiveMaker, LIVE_LOGGER],
    };
  }
}
