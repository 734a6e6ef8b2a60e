import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { plainToInstance, Type } from 'class-transformer';
import {
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  ValidateNested,
  validateSync,
} from 'class-validator';
import { jsonOfFile } from '@sextant/platform-runtime/config';
import { ROLE } from '../users/user.js';

/** An attribute description (RFC 4512 section 2.5), with a matching rule where one is asked for (RFC 4515 section 3). */
const ATTRIBUTE = /^[A-Za-z][\w-]*(;[\w-]+)*(:[\w.:-]*:)?$/;
const FILTER = /^\(.+\)$/s;

/** What the attributes of people are called. */
export class AttributeNames {
  @Matches(ATTRIBUTE)
  id = 'entryUUID';

  @Matches(ATTRIBUTE)
  username = 'uid';

  @Matches(ATTRIBUTE)
  email = 'mail';

  @Matches(ATTRIBUTE)
  name = 'cn';

  @Matches(ATTRIBUTE)
  given_name = 'givenName';

  @Matches(ATTRIBUTE)
  family_name = 'sn';
}

/** Where groups are, in directories that do not tell them by `memberOf`. */
export class GroupSearch {
  @IsString()
  base_dn!: string;

  @Matches(FILTER)
  filter = '(objectClass=groupOfNames)';

  @Matches(ATTRIBUTE)
  member = 'member';
}

/** An entry of the file that `LDAP_FILE` names. */
export class DirectoryEntry {
  @Matches(/^[a-z][a-z0-9-]{0,31}$/)
  id!: string;

  @Length(1, 50)
  @IsString()
  name!: string;

  @Matches(/^ldaps?:\/\/[^/?#\s]+\/?$/, { message: 'url must be ldap(s)://host[:port]' })
  url!: string;

  @IsOptional()
  @IsBoolean()
  start_tls?: boolean;

  /** PEM file of the authority of the directory's certificate; the usual ones if absent. */
  @IsOptional()
  @IsString()
  ca_file?: string;

  /** Passwords over a connection that anybody can read: for tests, and for a directory on the same machine. */
  @IsOptional()
  @IsBoolean()
  allow_plaintext?: boolean;

  @IsOptional()
  @Length(1, 1000)
  @IsString()
  bind_dn?: string;

  @IsOptional()
  @Length(1, 1000)
  @IsString()
  bind_password?: string;

  @Length(1, 1000)
  @IsString()
  base_dn!: string;

  /** Active Directory: its names of attributes, and its marks of disabled and expired accounts. */
  @IsOptional()
  @IsBoolean()
  active_directory?: boolean;

  /** Who counts as a person. */
  @IsOptional()
  @Matches(FILTER, { message: 'filter must be a filter of RFC 4515 in parentheses' })
  filter?: string;

  /** The attributes by which people sign in. */
  @IsOptional()
  @Matches(ATTRIBUTE, { each: true })
  @ArrayNotEmpty()
  @IsArray()
  names?: string[];

  @IsOptional()
  @ValidateNested()
  @Type(() => AttributeNames)
  attributes?: AttributeNames;

  @IsOptional()
  @ValidateNested()
  @Type(() => GroupSearch)
  groups?: GroupSearch;

  /** Roles by the distinguished name of the group that brings them. */
  @IsOptional()
  @IsObject()
  roles?: Record<string, string[]>;

  @IsOptional()
  @IsBoolean()
  create_accounts?: boolean;

  @IsOptional()
  @IsBoolean()
  link_by_email?: boolean;
}

/** @throws {Error} that says what is wrong with the file */
export function readDirectories(file: string): readonly DirectoryEntry[] {
  const list = jsonOfFile(readFileSync(file, 'utf8'));
  if (!Array.isArray(list)) throw new Error(`${file}: must be a list of directories.`);
  const entries = list.map((one, index) => {
    const entry = plainToInstance(DirectoryEntry, one, { exposeDefaultValues: true });
    const why = complaintAbout(entry);
    if (why !== undefined) throw new Error(`${file}: directory ${index + 1}: ${why}.`);
    return entry;
  });
  const ids = entries.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  if (twice !== undefined) throw new Error(`${file}: two directories have the id ${twice}.`);
  return entries;
}

function complaintAbout(entry: DirectoryEntry): string | undefined {
  const [error] = validateSync(entry, { whitelist: true, forbidNonWhitelisted: true });
  const [nested] = error?.children ?? [];
  return Object.values((nested ?? error)?.constraints ?? {})[0] ?? unusable(entry);
}

function unusable(entry: DirectoryEntry): string | undefined {
  const { url, start_tls, allow_plaintext, bind_dn, bind_password, ca_file, roles = {} } = entry;
  if (url.startsWith('ldap:') && start_tls !== true && allow_plaintext !== true) {
    return 'passwords would go over a connection that anybody can read: use ldaps:, start_tls or, knowingly, allow_plaintext';
  }
  // A bind without a password succeeds as nobody (RFC 4513 section 5.1.2).
  if ((bind_dn === undefined) !== (bind_password === undefined)) {
    return 'bind_dn and bind_password go together';
  }
  const unread = ca_file === undefined ? undefined : unreadCertificate(ca_file);
  if (unread !== undefined) return unread;
  const named = Object.values(roles).flat() as unknown[];
  const wrong = named.find((role) => typeof role !== 'string' || !ROLE.test(role));
  return wrong === undefined ? undefined : `${JSON.stringify(wrong)} is no name of a role`;
}

function unreadCertificate(file: string): string | undefined {
  try {
    void new X509Certificate(readFileSync(file));
    return undefined;
  } catch (error) {
    return `ca_file must be a PEM file with a certificate: ${(error as Error).message}`;
  }
}
