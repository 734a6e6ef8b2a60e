import type { Book, BookPart, BookProgress } from './book.js';
import type { WebhookState } from './webhooks/book-webhook.js';
import { timedChapters } from './timed-chapters.js';
import type { BookDto, BookWebhookDto } from './books.dto.js';

export interface BookView {
  readonly progress: BookProgress;
  /** Times are told where they are given. */
  readonly parts?: readonly BookPart[];
  readonly webhook?: WebhookState | undefined;
  readonly webhookSecret?: string | undefined;
}

/** A book as clients see it. */
export function presentBook(
  book: Book,
  { progress: { characters, durationMs }, parts = [], webhook, webhookSecret }: BookView,
): BookDto {
  const times = timedChapters(book, parts);
  return {
    id: book.id,
    title: book.title,
    ...(book.author === undefined ? {} : { author: book.author }),
    audio_format: book.format,
    state: book.state,
    voice_id: book.settings.voiceId,
    characters: book.characters,
    characters_done: characters,
    audio_duration_ms: Math.round(durationMs),
    chapters: book.chapters.map(({ title }, index) => ({
      title,
      ...(parts.length === 0 ? {} : spanOf(times[index])),
    })),
    created_at: book.createdAt.toISOString(),
    ...(book.error === undefined ? {} : { error: book.error }),
    ...(webhook === undefined ? {} : { webhook: presentWebhook(webhook, webhookSecret) }),
  };
}

const presentWebhook = (
  { url, state, attempts, lastStatus, lastError }: WebhookState,
  secret: string | undefined,
): BookWebhookDto => ({
  ...{ url, state, attempts },
  ...(lastStatus === undefined ? {} : { last_status: lastStatus }),
  ...(lastError === undefined ? {} : { last_error: lastError }),
  ...(secret === undefined ? {} : { secret }),
});

const spanOf = (times: { readonly startMs: number; readonly endMs: number } | undefined) => ({
  start_ms: Math.round(times?.startMs ?? 0),
  end_ms: Math.round(times?.endMs ?? 0),
});
