import { readFileSync } from 'node:fs';
import { plainToInstance, Type } from 'class-transformer';
import {
  IsBoolean,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  MaxLength,
  ValidateNested,
  validateSync,
} from 'class-validator';
import { jsonOfFile } from '@sextant/platform-runtime/config';
import { complaintAboutRoles } from './role-mapping.js';
import { complaintAboutCertificates, readNamedFiles, SamlEntry } from './saml/saml-file.js';

const ADDRESS = { require_tld: false, protocols: ['http', 'https'], require_protocol: true };

/** An entry of the file that `UPSTREAMS_FILE` names. */
export class UpstreamEntry {
  @Matches(/^[a-z][a-z0-9-]{0,31}$/)
  id!: string;

  @MaxLength(50)
  @IsString()
  name!: string;

  /** What the provider calls us. Of SAML our entity id, which is the address of our metadata if absent. */
  @IsOptional()
  @IsString()
  client_id?: string;

  @IsOptional()
  @IsString()
  client_secret?: string;

  @IsOptional()
  @IsUrl(ADDRESS)
  issuer?: string;

  @IsOptional()
  @IsUrl(ADDRESS)
  authorization_endpoint?: string;

  @IsOptional()
  @IsUrl(ADDRESS)
  token_endpoint?: string;

  @IsOptional()
  @IsUrl(ADDRESS)
  userinfo_endpoint?: string;

  @IsOptional()
  @ValidateNested()
  @Type(() => SamlEntry)
  saml?: SamlEntry;

  @IsOptional()
  @IsString({ each: true })
  scopes?: string[];

  @IsOptional()
  @IsObject()
  claims?: Record<string, string>;

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
export function readUpstreams(file: string): readonly UpstreamEntry[] {
  const list = jsonOfFile(readFileSync(file, 'utf8'));
  if (!Array.isArray(list)) throw new Error(`${file}: must be a list of providers.`);
  const ids = new Set<string>();
  return list.map((one, index) => {
    try {
      const entry = readEntry(one);
      if (ids.has(entry.id)) throw new Error(`another provider has the id ${entry.id} too`);
      ids.add(entry.id);
      return entry;
    } catch (cause) {
      const why = (cause as Error).message;
      throw new Error(`${file}: provider ${index + 1}: ${why}.`, { cause });
    }
  });
}

function readEntry(one: unknown): UpstreamEntry {
  const { saml } = { ...(one as object | null) } as { readonly saml?: unknown };
  const isSaml = typeof saml === 'object' && saml !== null;
  const files = isSaml ? readNamedFiles(saml) : undefined;
  const entry = plainToInstance(
    UpstreamEntry,
    files === undefined ? one : { ...(one as object), saml: files.inline },
  );
  const why = complaintAbout(entry);
  if (why !== undefined) throw new Error(why);
  if (files?.signing !== undefined && entry.saml !== undefined) entry.saml.signing = files.signing;
  return entry;
}

/** @returns what is wrong with a provider */
export function complaintAbout(entry: UpstreamEntry): string | undefined {
  const [error] = validateSync(entry, { whitelist: true, forbidNonWhitelisted: true });
  const [nested] = error?.children ?? [];
  const where = nested === undefined ? '' : 'saml: ';
  const [complaint] = Object.values((nested ?? error)?.constraints ?? {});
  return complaint === undefined ? incomplete(entry) : `${where}${complaint}`;
}

function incomplete(entry: UpstreamEntry): string | undefined {
  const wrong = complaintAboutRoles(entry.roles ?? {}) ?? complaintAboutClaims(entry.claims ?? {});
  if (wrong !== undefined) return wrong;
  if (entry.saml !== undefined) return incompleteSaml(entry, entry.saml);
  if (entry.client_id === undefined) return 'client_id must be a string';
  if (entry.issuer !== undefined) return undefined;
  const missing = ADDRESSES.filter((name) => entry[name] === undefined);
  return missing.length === 0 ? undefined : `needs an issuer, or ${missing.join(', ')}`;
}

/** What is read of somebody. */
const CLAIMS = ['sub', 'email', 'email_verified', 'name', 'preferred_username', 'sid', 'groups'];

function complaintAboutClaims(claims: Readonly<Record<string, unknown>>): string | undefined {
  const unknown = Object.keys(claims).find((name) => !CLAIMS.includes(name));
  if (unknown !== undefined) return `claims: ${unknown} is none of ${CLAIMS.join(', ')}`;
  const wrong = Object.keys(claims).find((name) => {
    const from = claims[name];
    return typeof from !== 'string' || from.trim() === '' || from.length > 256;
  });
  return wrong === undefined
    ? undefined
    : `claims: ${wrong}: must be the name of a claim or attribute of the provider, of at most 256 characters`;
}

const ADDRESSES = ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint'] as const;

/** One entry is one protocol. */
function incompleteSaml(entry: UpstreamEntry, saml: SamlEntry): string | undefined {
  const others = ['issuer', 'client_secret', 'scopes', ...ADDRESSES] as const;
  const other = others.find((name) => entry[name] !== undefined);
  return other === undefined
    ? complaintAboutCertificates(saml)
    : `has saml, and with it no ${other}`;
}
