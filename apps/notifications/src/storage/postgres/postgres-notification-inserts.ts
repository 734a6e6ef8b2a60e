import { sentRecord, type Creation } from '../../notifications/creation/creation.js';
import { recordId } from '../../access/object-id.js';
import { bytes } from './postgres-rows.js';

/** Records of one statement: enough to make its own cost small, few enough to stay short. */
export const CHUNK = 2000;

const RECEIVED_COLUMNS = `id, type, "user", user_id, user_name, from_user, from_user_id,
    from_user_name, checked, category, title, description, notification_type, related_type,
    related_id, auto_delete_on_check, created_at, updated_at, bound_to`;

/** What they read whose language the translations have. */
const said = (name: string, translations: string, asItIs: string): string =>
  `coalesce(${translations}::jsonb -> one.language ->> '${name}', ${asItIs}::text)`;

const receivedValues = (
  translations: string,
): string => `one.id, 'received', one."user", one.user_id, one.user_name, $5::bytea, $6::text, $7::text,
    false, $8::text, ${said('title', translations, '$9')},
    ${said('description', translations, '$10')}, $11::text, $12::text, $13::text, $14::boolean,
    $15::timestamptz, $15::timestamptz, one.bound_to`;

const recipientsFrom = (
  bindings: string,
  languages: string,
): string => `unnest($1::bytea[], $2::bytea[], $3::text[], $4::text[],
    ${bindings}::text[], ${languages}::text[]) AS one (id, "user", user_id, user_name, bound_to, language)`;

/** Values as `chunkValues` and then `extraValues` give them. */
export const ADD_RECEIVED = `
  INSERT INTO notification (${RECEIVED_COLUMNS})
  SELECT ${receivedValues('$18')} FROM ${recipientsFrom('$16', '$17')}
  ON CONFLICT (id) DO NOTHING`;

const SENT_COLUMNS = `id, type, "user", user_id, user_name, to_user_list, checked, category, title,
    description, notification_type, related_type, related_id, auto_delete_on_check, created_at,
    updated_at`;

export const ADD_SENT = `
  INSERT INTO notification (${SENT_COLUMNS})
  VALUES ($1, 'sent', $2, $3, $4, $5, false, $6, $7, $8, $9, $10, $11, $12, $13, $13)
  ON CONFLICT (id) DO NOTHING`;

/**
 * A creation and all its records in one statement, and so in one commit and one round trip; nothing when
 * its key is known. It tells whether any recipient has a browser or an address. Values as `wholeValues` gives them.
 */
export const ADD_WHOLE = `
  WITH begun AS (
    INSERT INTO creation (id, key, state, body, created_at, lease_until)
    VALUES ($16, $17, 'recorded', $18, $15, $19) ON CONFLICT (key) DO NOTHING RETURNING 1),
  received AS (
    INSERT INTO notification (${RECEIVED_COLUMNS})
    SELECT ${receivedValues('$23')} FROM begun, ${recipientsFrom('$21', '$22')}),
  sent AS (
    INSERT INTO notification (${SENT_COLUMNS})
    SELECT $16, 'sent', $5, $6, $7, $20::json, false, $8, $9, $10, $11, $12, $13, $14, $15, $15
    FROM begun WHERE $20::json IS NOT NULL)
  SELECT EXISTS (SELECT FROM push_subscription WHERE "user" = ANY($2::bytea[])) OR
    EXISTS (SELECT FROM contact WHERE "user" = ANY($2::bytea[]) AND email IS NOT NULL) AS is_reachable
  FROM begun`;

export function wholeValues(creation: Creation, body: string, leaseUntil: Date): unknown[] {
  return [
    ...chunkValues(creation, 0),
    bytes(creation.id),
    creation.key,
    body,
    leaseUntil,
    sentListOf(creation),
    ...extraValues(creation, 0),
  ];
}

/** Absent where there is no `sent` record. */
function sentListOf(creation: Creation): string | null {
  const list = sentRecord(creation)?.toUserList;
  return list === undefined ? null : JSON.stringify(list);
}

export function chunkValues(creation: Creation, start: number): unknown[] {
  const chunk = creation.recipients.slice(start, start + CHUNK);
  return [
    chunk.map((_person, index) => bytes(recordId(creation.id, start + index + 1))),
    chunk.map(({ user }) => bytes(user)),
    chunk.map(({ userId }) => userId),
    chunk.map(({ userName }) => userName),
    ...commonValues(creation),
  ];
}

/** To whom records are bound, what their readers speak, and what it says in those languages. */
export function extraValues(creation: Creation, start: number): unknown[] {
  const { recipients, translations } = creation;
  const chunk = recipients.slice(start, start + CHUNK);
  return [
    chunk.map(({ boundTo }) => boundTo ?? null),
    chunk.map(({ language }) => language ?? null),
    translations === undefined ? null : JSON.stringify(translations),
  ];
}

const commonValues = (creation: Creation): unknown[] => [
  creation.sender === undefined ? null : bytes(creation.sender.user),
  creation.sender?.userId ?? null,
  creation.sender?.userName ?? null,
  ...contentValues(creation),
];

export const contentValues = ({ content, createdAt }: Creation): unknown[] => [
  content.category ?? null,
  content.title,
  content.description ?? null,
  content.notificationType,
  content.relatedEntity?.type ?? null,
  content.relatedEntity?.id ?? null,
  content.autoDeleteOnCheck,
  createdAt,
];
