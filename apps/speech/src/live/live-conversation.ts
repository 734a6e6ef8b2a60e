import type { OpenSession } from './live-sessions.js';
import type { LiveTalk } from './live-talk.js';

/** What one connection says and hears, in one dialect. */
export interface LiveConversation {
  /** The session that it is about, once there is one. */
  readonly open: OpenSession<LiveTalk> | undefined;
  /** Seconds without a message after which it ends, unless something is being said. */
  readonly inactivitySeconds: number;
  /** Takes one message. @throws {Problem} for what it may not say: the connection ends */
  take(message: unknown): Promise<void>;
  /** Takes a binary frame; absent: there are none in this dialect. */
  takeAudio?(bytes: Buffer): Promise<void>;
  /** What is said before any message came; absent: nothing. */
  greet?(): Promise<void>;
  /** The connection is gone. */
  leave(): void;
}
