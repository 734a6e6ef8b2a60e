import type { Logger } from '@sextant/platform-runtime/logging';
import type { Replies } from '../delivery/replies.js';
import type { ChatRules } from '../delivery/sink.js';
import type { RelayConfig } from '../options/config.js';
import type { AlertButtons } from './actions/action.js';
import type { Picture } from './base/sink-base.js';
import type { Templates } from '../templates/templates.js';

export interface SinkUses {
  readonly config: RelayConfig;
  readonly templates: Templates;
  readonly logger: Logger;
  readonly replies: Pick<Replies, 'find'>;
  readonly picture: Picture | undefined;
  /** What people may do about alerts from chats. */
  readonly buttons?: AlertButtons;
}

export const chatRules = (config: RelayConfig): ChatRules => ({
  dedupMs: config.dedupSeconds * 1000,
  staleMs: config.staleSeconds * 1000,
  coalesceAbove: config.coalesceAbove,
});
