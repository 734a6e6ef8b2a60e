import { plainToInstance, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsString,
  Length,
  Matches,
  ValidateNested,
  validateSync,
  type ValidationError,
} from 'class-validator';
import { CreateClientDto } from '../admin/clients/client.dto.js';
import type { DeclaredClient } from '../clients/client-admin.js';
import { IfSent } from '../http/members.js';
import { jsonOfFile } from '@sextant/platform-runtime/config';
import { isUnstorable } from '../http/storable-text.js';
import { SCOPE_NAME } from '../scopes/scope.js';
import { complaintAbout, UpstreamEntry } from '../upstream/upstream-file.js';
import { PRINTABLE, ROLE } from '../users/user.js';
import type { Declaration } from './declaration.js';
import { secretAt, type SecretReference } from './secret-references.js';

/** Most things of a kind. */
const MOST = 10_000;

class SecretReferenceDto implements SecretReference {
  @IfSent()
  @Matches(/^[A-Za-z_]\w{0,199}$/, { message: 'env must be the name of a variable' })
  env?: string;

  @IfSent()
  @Length(1, 1000)
  @IsString()
  file?: string;
}

class DeclaredScopeDto {
  @Matches(SCOPE_NAME, { message: 'name must be printable ASCII without space, " and \\' })
  name!: string;

  @Length(1, 200)
  @Matches(PRINTABLE, { message: 'description must be printable' })
  @IsString()
  description!: string;

  @IfSent()
  @ArrayMaxSize(20)
  @ArrayUnique()
  @Matches(ROLE, { each: true, message: 'roles must be words in small letters' })
  @IsArray()
  roles: string[] = [];

  @IfSent()
  @IsBoolean()
  is_default = false;
}

class DeclaredGroupDto {
  @Length(1, 200)
  @Matches(PRINTABLE, { message: 'name must be printable' })
  @IsString()
  name!: string;

  @ArrayMaxSize(20)
  @ArrayUnique()
  @Matches(ROLE, { each: true, message: 'roles must be words in small letters' })
  @IsArray()
  roles!: string[];
}

class DeclaredClientDto extends CreateClientDto {
  @Matches(/^[\x21-\x7e]{1,200}$/, { message: 'client_id must be 1 to 200 printable characters' })
  client_id!: string;

  @IfSent()
  @IsBoolean()
  first_party = false;

  @IfSent()
  @ValidateNested()
  @Type(() => SecretReferenceDto)
  client_secret?: SecretReferenceDto;
}

class DeclaredUpstreamDto {
  @Matches(/^[a-z][a-z0-9-]{0,31}$/, { message: 'id must be a word in small letters' })
  id!: string;

  @IfSent()
  @ValidateNested()
  @Type(() => SecretReferenceDto)
  client_secret?: SecretReferenceDto;
}

class DeclarationDto {
  @IfSent()
  @ArrayMaxSize(MOST)
  @ArrayUnique(({ name }: DeclaredScopeDto) => name, { message: 'scopes has one twice' })
  @ValidateNested({ each: true })
  @Type(() => DeclaredScopeDto)
  @IsArray()
  scopes: DeclaredScopeDto[] = [];

  @IfSent()
  @ArrayMaxSize(MOST)
  @ArrayUnique(({ name }: DeclaredGroupDto) => name, { message: 'groups has one twice' })
  @ValidateNested({ each: true })
  @Type(() => DeclaredGroupDto)
  @IsArray()
  groups: DeclaredGroupDto[] = [];

  @IfSent()
  @ArrayMaxSize(MOST)
  @ArrayUnique(({ client_id: id }: DeclaredClientDto) => id, { message: 'clients has one twice' })
  @ValidateNested({ each: true })
  @Type(() => DeclaredClientDto)
  @IsArray()
  clients: DeclaredClientDto[] = [];

  /** Checked by itself, as those of `UPSTREAMS_FILE` are. */
  @IfSent()
  @ArrayMaxSize(100)
  @ArrayUnique((one: { readonly id?: unknown }) => one.id, { message: 'upstreams has one twice' })
  @IsArray()
  upstreams: unknown[] = [];
}

const STRICT = { whitelist: true, forbidNonWhitelisted: true, stopAtFirstError: true };

/**
 * Reads the operator's file and the secrets to which it refers.
 *
 * @param env where secrets are that are referred to by a name
 * @throws {RangeError} that says where the file is wrong; it never holds a secret
 */
export async function readDeclaration(
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Declaration> {
  const dto = checked(DeclarationDto, parsed(text), '');
  return {
    scopes: dto.scopes.map(({ is_default: isDefault, ...scope }) => ({ ...scope, isDefault })),
    groups: dto.groups.map(({ name, roles }) => ({ name, roles })),
    clients: await Promise.all(dto.clients.map((client) => clientOf(client, env))),
    upstreams: await Promise.all(dto.upstreams.map((one, at) => upstreamOf(one, at, env))),
  };
}

function parsed(text: string): object {
  const value = read(text);
  if (isUnstorable(value)) {
    throw new RangeError('The file holds the character NUL or half of a character.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new RangeError('The file must be a JSON object with scopes, groups, clients, upstreams.');
  }
  requireObjects(value);
  return value;
}

function read(text: string): unknown {
  try {
    return jsonOfFile(text);
  } catch (cause) {
    throw new RangeError(`The file: ${(cause as Error).message}`, { cause });
  }
}

/** The validation takes a list for an object, and looks at what it holds instead; comparisons read members of what is none. */
function requireObjects(file: object): void {
  for (const [name, list] of Object.entries(file)) {
    const at = Array.isArray(list) ? list.findIndex((one) => !isObject(one)) : -1;
    if (at === -1) continue;
    const what = Array.isArray((list as unknown[])[at]) ? ', not a list' : '';
    throw new RangeError(`${name}.${at}: must be an object${what}.`);
  }
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function checked<T extends object>(type: new () => T, value: object, where: string): T {
  const dto = plainToInstance(type, value);
  const complaint = firstComplaint(validateSync(dto, STRICT), where);
  if (complaint !== undefined) throw new RangeError(`${complaint}.`);
  return dto;
}

/** With the path to what is wrong, such as `clients.0.redirect_uris`. */
function firstComplaint(errors: readonly ValidationError[], where: string): string | undefined {
  const [error] = errors;
  if (error === undefined) return undefined;
  const path = where === '' ? error.property : `${where}.${error.property}`;
  const own = Object.values(error.constraints ?? {})[0];
  return own === undefined ? firstComplaint(error.children ?? [], path) : `${path}: ${own}`;
}

async function clientOf(
  { client_id: clientId, client_secret: reference, ...client }: DeclaredClientDto,
  env: Readonly<Record<string, string | undefined>>,
): Promise<DeclaredClient> {
  const { client_name, client_type, redirect_uris, scopes, first_party, ...metadata } = client;
  const given = Object.entries(metadata).filter(
    ([, value]: [string, unknown]) => value !== undefined,
  );
  return {
    clientId,
    name: client_name,
    type: client_type,
    redirectUris: redirect_uris,
    scopes,
    isFirstParty: first_party,
    metadata: Object.fromEntries(given),
    ...(reference === undefined
      ? {}
      : { secret: await secretAt(reference, `clients: ${clientId}: client_secret`, env) }),
  };
}

async function upstreamOf(
  value: unknown,
  at: number,
  env: Readonly<Record<string, string | undefined>>,
): Promise<UpstreamEntry> {
  const where = `upstreams.${at}`;
  const { client_secret: reference, ...own } = { ...(value as object | null) } as {
    readonly client_secret?: unknown;
  };
  const { id } = own as { readonly id?: unknown };
  const head = checked(
    DeclaredUpstreamDto,
    { id, ...(reference === undefined ? {} : { client_secret: reference }) },
    where,
  );
  const what = `upstreams: ${head.id}: client_secret`;
  const secret =
    head.client_secret === undefined
      ? {}
      : { client_secret: await secretAt(head.client_secret, what, env) };
  const entry = plainToInstance(UpstreamEntry, { ...own, ...secret });
  const complaint = complaintAbout(entry);
  if (complaint !== undefined) throw new RangeError(`${where}: ${complaint}.`);
  return entry;
}
