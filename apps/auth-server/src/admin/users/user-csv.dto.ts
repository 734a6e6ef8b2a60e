import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { parse } from 'csv-parse/sync';
import { AUTH_ERRORS } from '../../errors/auth-errors.js';
import { isForeignHash } from '../../passwords/foreign/foreign-hashes.js';
import type { ImportedUser, RefusedLine } from '../../accounts/user-import.js';
import { ImportedUserDto } from './user.dto.js';
import { detailsOf } from './user-members.dto.js';

const COLUMNS = [
  'username',
  'email',
  'password',
  'password_hash',
  'name',
  'given_name',
  'family_name',
  'academy_id',
  'roles',
  'is_admin',
  'is_verified',
];
const MOST_LINES = 20_000;

export interface UserFile {
  readonly rows: readonly ImportedUser[];
  readonly refused: readonly RefusedLine[];
}

/**
 * Reads a file of users: CSV (RFC 4180) whose first line names the columns; empty cells are left out,
 * several roles are separated by spaces.
 *
 * @throws {Problem} `invalid` for what is no such file
 */
export function readUsers(text: string): UserFile {
  const rows: ImportedUser[] = [];
  const refused: RefusedLine[] = [];
  for (const { record, info } of recordsOf(text)) {
    const dto = plainToInstance(ImportedUserDto, membersOf(record));
    const [error] = validateSync(dto, { stopAtFirstError: true });
    const message = Object.values(error?.constraints ?? {})[0];
    const { username, email, password, password_hash: passwordHash, ...details } = dto;
    if (passwordHash !== undefined && !isForeignHash(passwordHash)) {
      refused.push({ line: info.lines, message: AUTH_ERRORS.foreignHash().message });
    } else if (error === undefined) {
      const user = { username, email, password, passwordHash, ...detailsOf(details) };
      rows.push({ line: info.lines, user });
    } else refused.push({ line: info.lines, message: message ?? 'The line is not valid.' });
  }
  return { rows, refused };
}

interface ReadRecord {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

function recordsOf(text: string): readonly ReadRecord[] {
  let records: ReadRecord[];
  try {
    records = parse(text, {
      bom: true,
      columns: (names: string[]) => names.map(columnOf),
      info: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as ReadRecord[];
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : 'This is no CSV.';
    throw AUTH_ERRORS.invalid({ message, cause });
  }
  if (records.length <= MOST_LINES) return records;
  throw AUTH_ERRORS.invalid({ message: `A file has at most ${MOST_LINES} users.` });
}

function columnOf(name: string): string {
  if (COLUMNS.includes(name)) return name;
  throw new Error(`There is no column ${name.slice(0, 40)}. There are ${COLUMNS.join(', ')}.`);
}

const BOOLEANS: Readonly<Record<string, boolean>> = { true: true, false: false };

function membersOf(record: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, valueOf(name, value)]),
  );
}

function valueOf(name: string, value: string): unknown {
  if (name === 'roles') return value.split(/\s+/);
  return name.startsWith('is_') ? (BOOLEANS[value] ?? value) : value;
}
