import { readFileSync } from 'node:fs';
import { plainToInstance } from 'class-transformer';
import {
  IsBoolean,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  Matches,
  MaxLength,
  validateSync,
} from 'class-validator';
import { jsonOfFile } from '../http/text-file.js';

const ADDRESS = { require_tld: false, protocols: ['http', 'https'], require_protocol: true };

/** An entry of the file that `UPSTREAMS_FILE` names. */
export class UpstreamEntry {
  @Matches(/^[a-z][a-z0-9-]{0,31}$/)
  id!: string;

  @MaxLength(50)
  @IsString()
  name!: string;

  @IsString()
  client_id!: string;

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
  @IsString({ each: true })
  scopes?: string[];

  @IsOptional()
  @IsObject()
  claims?: Record<string, string>;

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
  return list.map((one, index) => {
    const entry = plainToInstance(UpstreamEntry, one);
    const why = complaintAbout(entry);
    if (why !== undefined) throw new Error(`${file}: provider ${index + 1}: ${why}.`);
    return entry;
  });
}

/** @returns what is wrong with a provider */
export function complaintAbout(entry: UpstreamEntry): string | undefined {
  const [error] = validateSync(entry, { whitelist: true, forbidNonWhitelisted: true });
  return Object.values(error?.constraints ?? {})[0] ?? incomplete(entry);
}

function incomplete(entry: UpstreamEntry): string | undefined {
  if (entry.issuer !== undefined) return undefined;
  const all = ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint'] as const;
  const missing = all.filter((name) => entry[name] === undefined);
  return missing.length === 0 ? undefined : `needs an issuer, or ${missing.join(', ')}`;
}
