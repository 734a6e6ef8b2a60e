import {
  custom,
  integer,
  optional,
  settingsOf,
  text,
  url,
  type Kind,
} from '@sextant/platform-runtime/config';
import { parseLanguage, type LanguageTag } from '../../languages/language.js';

const languages: Kind<readonly LanguageTag[]> = {
  expected: 'a comma-separated list of language codes',
  parse: (value) => {
    const parsed = value.split(',').map((code) => parseLanguage(code.trim()));
    return parsed.every((language) => language !== undefined) ? parsed : undefined;
  },
};

/** What large models of today translate well between (our choice). */
const CHAT_LANGUAGES: readonly LanguageTag[] = (
  'ar bg cs da de el en en-GB en-US es et fi fr he hu id it ja ko lt lv nb nl pl pt pt-BR pt-PT ro ru sk sl sv ' +
  'th tr uk vi zh zh-Hans zh-Hant'
)
  .split(' ')
  .flatMap((code) => parseLanguage(code) ?? []);

export class ChatSettings extends settingsOf({
  chatBaseUrl: optional(
    url(['http', 'https'], {
      env: 'CHAT_BASE_URL',
      description: 'Chat server with the interface of OpenAI (vLLM, llama.cpp, Ollama), up to /v1.',
      example: 'http://localhost:8000/v1',
    }),
  ),
  chatApiKey: optional(
    text({
      env: 'CHAT_API_KEY',
      description: 'Key of the chat server.',
      example: 'secret',
      secret: true,
    }),
  ),
  chatModel: text({
    env: 'CHAT_MODEL',
    description: 'Model of the chat server that translates.',
    example: 'gemma-3-12b-it',
    default: 'default',
  }),
  chatTimeoutMs: integer({
    env: 'CHAT_TIMEOUT_MS',
    description: 'Time for one request to the chat server, with all its attempts.',
    example: '25000',
    default: 25_000,
    min: 100,
    max: 600_000,
  }),
  chatConcurrency: integer({
    env: 'CHAT_CONCURRENCY',
    description: 'Requests to the chat server that may be under way at once.',
    example: '4',
    default: 4,
    min: 1,
    max: 1000,
  }),
  chatLanguages: custom(languages, {
    env: 'CHAT_LANGUAGES',
    description: 'Languages and variants between which the model translates.',
    example: 'de,en-GB,en-US,es',
    default: CHAT_LANGUAGES,
  }),
}) {
  get isWanted(): boolean {
    return this.chatBaseUrl !== undefined;
  }
}
