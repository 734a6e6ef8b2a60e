import type { Api } from '@sextant/web/api';

/** A record as the list has it; the text is read when it is opened. */
export interface NotificationRecord {
  readonly _id: string;
  readonly title: string;
  readonly fromUserName?: string;
  readonly notificationType: string;
  readonly createdAt: string;
  readonly checked: boolean;
  readonly archivedAt?: string;
  readonly snoozedUntil?: string;
}

export const VIEWS = ['inbox', 'snoozed', 'archived'] as const;
export type View = (typeof VIEWS)[number];

/** What is shown of the list. */
export interface Shown {
  readonly view: View;
  /** Words that are looked for; empty for all. */
  readonly words: string;
}

export interface OpenedRecord extends NotificationRecord {
  readonly description?: string;
}

export interface Page {
  readonly records: readonly NotificationRecord[];
  /** Of the next page; absent on the last. */
  readonly cursor: string | undefined;
}

/** As many as the service gives at once. */
const MAX_PAGE = 1_000;
export const PAGE_SIZE = 50;

interface PageQuery extends Shown {
  readonly limit?: number;
  readonly cursor?: string;
  readonly signal?: AbortSignal;
}

export async function listReceived(
  api: Api,
  { limit = PAGE_SIZE, cursor, signal, view, words }: PageQuery,
): Promise<Page> {
  const query = new URLSearchParams({
    type: 'received',
    view,
    ...(words.trim() === '' ? {} : { q: words.trim() }),
    limit: String(Math.min(limit, MAX_PAGE)),
    ...(cursor === undefined ? {} : { cursor }),
  });
  const { body, headers } = await api<{ readonly notifications: readonly NotificationRecord[] }>(
    `?${query.toString()}`,
    signal === undefined ? {} : { signal },
  );
  return { records: body.notifications, cursor: cursorOf(headers.get('Link')) };
}

/** From `<…?cursor=X…>; rel="next"` (RFC 8288). */
function cursorOf(link: string | null): string | undefined {
  const [, cursor] = /[?&]cursor=([^&>]+)/.exec(link ?? '') ?? [];
  return cursor === undefined ? undefined : decodeURIComponent(cursor);
}

/** Reads the text and checks the record (spec 2, part 3): one that is for once is gone then. */
export async function openRecord(api: Api, id: string): Promise<OpenedRecord> {
  const { body } = await api<{ readonly notification: OpenedRecord }>(`/${encodeURIComponent(id)}`);
  if (!body.notification.checked) await checkRecord(api, body.notification._id);
  return body.notification;
}

export async function checkRecord(api: Api, id: string): Promise<void> {
  await api(`/${id}/check`, { method: 'PUT' });
}

export async function deleteRecord(api: Api, id: string): Promise<void> {
  await api(`/${id}`, { method: 'DELETE' });
}

export async function checkAll(api: Api) {
  const { body } = await api<{ readonly checkedCount: number; readonly deletedCount: number }>(
    '/bulk-check',
    { method: 'PUT' },
  );
  return body;
}

export type MarkName = 'uncheck' | 'archive' | 'restore';

export async function markRecord(api: Api, id: string, mark: MarkName): Promise<void> {
  await api(`/${id}/${mark}`, { method: 'PUT' });
}

export async function snoozeRecord(api: Api, id: string, until: Date): Promise<void> {
  await api(`/${id}/snooze`, { method: 'PUT', body: { until: until.toISOString() } });
}

export async function countUnread(api: Api): Promise<number> {
  const { body } = await api<{ readonly unreadCount: number }>('/unread-count');
  return body.unreadCount;
}
