import { Injectable } from '@nestjs/common';
import type { EngineFactory } from '../engine-factory.js';
import { ChatEngine } from './chat-engine.js';
import { ChatSettings } from './chat.settings.js';

/** A large language model behind the chat interface of OpenAI. */
@Injectable()
export class ChatFactory implements EngineFactory {
  constructor(private readonly settings: ChatSettings) {}

  get isWanted(): boolean {
    return this.settings.isWanted;
  }

  create(): ChatEngine {
    const { settings } = this;
    return new ChatEngine({
      baseUrl: settings.chatBaseUrl ?? '',
      apiKey: settings.chatApiKey,
      model: settings.chatModel,
      timeoutMs: settings.chatTimeoutMs,
      concurrency: settings.chatConcurrency,
      languages: settings.chatLanguages,
    });
  }
}
