import type { ModelServer } from '../remote/model-server.js';

export interface ChatServer {
  /** Up to and without `/chat/completions`, such as `http://localhost:8000/v1`. */
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly model: string;
  /** For one request with all its attempts, in milliseconds. */
  readonly timeoutMs: number;
}

export interface ChatMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

/**
 * Asks a chat server that speaks the interface of OpenAI: vLLM, llama.cpp, Ollama and others.
 *
 * @see https://platform.openai.com/docs/api-reference/chat/create
 */
export class ChatClient {
  constructor(
    private readonly chat: ChatServer,
    private readonly server: ModelServer,
  ) {}

  /**
   * @param schema JSON Schema of the answer
   * @returns what the model wrote; that it follows the schema must be checked
   * @throws {Problem} as {@link ModelServer.ask}
   */
  complete(
    messages: readonly ChatMessage[],
    schema: object,
    signal?: AbortSignal,
  ): Promise<string> {
    const { baseUrl, apiKey, model } = this.chat;
    return this.server.ask(
      {
        url: `${baseUrl.replace(/\/+$/, '')}/chat/completions`,
        headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
        body: {
          model,
          messages,
          temperature: 0,
          stream: false,
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'translations', strict: true, schema },
          },
        },
      },
      contentOf,
      signal,
    );
  }
}

function contentOf(answer: unknown): string | undefined {
  const choices = (answer as { choices?: { message?: { content?: unknown } }[] } | null)?.choices;
  const content = choices?.[0]?.message?.content;
  return typeof content === 'string' ? content : undefined;
}
