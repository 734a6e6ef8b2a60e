import { custom, integer, settingsOf, text, url } from '@sextant/platform-runtime/config';
import { languages } from '../../languages/language-list.js';
import { CHAT_LANGUAGES } from './chat-languages.js';

export class ChatSettings extends settingsOf({
  chatBaseUrl: url(
    ['http', 'https'],
    'CHAT_BASE_URL',
    'Chat server with the interface of OpenAI (vLLM, llama.cpp, Ollama), up to /v1.',
    { example: 'http://localhost:8000/v1' },
  ),
  chatApiKey: text('CHAT_API_KEY', 'Key of the chat server.', { example: 'secret', secret: true }),
  chatModel: text('CHAT_MODEL', 'Model of the chat server that translates.', {
    example: 'gemma-3-12b-it',
    default: 'default',
  }),
  chatTimeoutMs: integer(
    'CHAT_TIMEOUT_MS',
    'Time for one request to the chat server, with all its attempts.',
    { default: 25_000, min: 100, max: 600_000 },
  ),
  chatConcurrency: integer(
    'CHAT_CONCURRENCY',
    'Requests to the chat server that may be under way at once.',
    { default: 4, min: 1, max: 1000 },
  ),
  chatLanguages: custom(
    languages,
    'CHAT_LANGUAGES',
    'Languages and variants between which the model translates.',
    { example: 'de,en-GB,en-US,es', default: CHAT_LANGUAGES },
  ),
}) {
  get isWanted(): boolean {
    return this.chatBaseUrl !== undefined;
  }
}
