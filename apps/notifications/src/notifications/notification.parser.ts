import { pageLimit, type CursorCodec } from '@sextant/platform-http/pagination';
import { fieldInvalid } from '../http/field-errors.js';
import { VIEWS, type ListQuery, type Reader } from './notification-store.js';
import { asField, membersOf, optionalText, own, requireMembers } from '../http/fields.js';

/** Records of one page; the whole list, if it is no longer. */
export const PAGE = { max: 1000, default: 1000 } as const;

/** Those that were sent name all their recipients. */
const SENT_PAGE = { max: PAGE.max, default: 100 } as const;

/** Longer words nobody looks for. */
const MAX_SEARCH = 100;

/** The query of `GET /api/notifications`. */
export function parseList(query: unknown, cursors: CursorCodec): Omit<ListQuery, keyof Reader> {
  const members = membersOf(query);
  requireMembers(members, ['type']);
  const type = own(members, 'type');
  if (type !== 'received' && type !== 'sent') throw fieldInvalid('type');
  const checked = parseChecked(own(members, 'checked'));
  const rule = type === 'sent' ? SENT_PAGE : PAGE;
  const limit = asField('limit', () => pageLimit(own(members, 'limit'), rule));
  const cursor = own(members, 'cursor');
  const view = VIEWS.find((one) => one === (own(members, 'view') ?? 'inbox'));
  if (view === undefined) throw fieldInvalid('view');
  const words = optionalText(members, 'q', MAX_SEARCH);
  return {
    type,
    limit,
    // Senders put nothing away: their records are all there.
    ...(type === 'sent' ? {} : { view }),
    ...(words === undefined ? {} : { text: words }),
    ...(checked === undefined ? {} : { checked }),
    ...(cursor === undefined ? {} : { after: asField('cursor', () => placeOf(cursors, cursor)) }),
  };
}

function parseChecked(value: unknown): boolean | undefined {
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw fieldInvalid('checked');
  return value === 'true';
}

function placeOf(cursors: CursorCodec, cursor: unknown) {
  const [createdAt, id] = cursors.decode(cursor);
  return { createdAt: new Date(Number(createdAt)), id: String(id) };
}
