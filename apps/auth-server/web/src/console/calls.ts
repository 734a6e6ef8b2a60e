import type { Api } from '@sextant/web/api';
import type { ClaimMapping } from './clients/claim-rows.js';

/** What the documented admin API answers, as far as these pages show it. */
export interface User {
  readonly id: string;
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly is_active: boolean;
  readonly is_admin: boolean;
  readonly is_verified: boolean;
  readonly roles: readonly string[];
  readonly group_roles: readonly string[];
  readonly last_login: string | null;
}

export interface UserPage {
  readonly users: readonly User[];
  readonly total: number;
}

export interface Session {
  readonly sid: string;
  readonly signed_in_at: string | null;
  readonly device: string | null;
  readonly ip: string | null;
  readonly last_used_at: string | null;
  readonly client_ids: readonly string[];
}

export interface Factor {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly created_at: string;
}

export interface Client {
  readonly id: string;
  readonly client_id: string;
  readonly client_name: string;
  readonly client_type: 'confidential' | 'public';
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly string[];
  readonly is_active: boolean;
  readonly claim_mappings?: readonly ClaimMapping[];
  /** In the answer that has made it alone. */
  readonly client_secret?: string;
}

export interface ClientPage {
  readonly clients: readonly Client[];
  readonly total: number;
}

export interface Scope {
  readonly id: string;
  readonly scope_name: string;
  readonly description: string;
  readonly roles: readonly string[];
  readonly is_default: boolean;
  readonly is_active: boolean;
}

export interface Group {
  readonly id: string;
  readonly name: string;
  readonly external_id: string | null;
  readonly roles: readonly string[];
}

export interface GroupPage {
  readonly groups: readonly Group[];
  readonly total: number;
}

export interface AuditRecord {
  readonly sequence: number;
  readonly at: string;
  readonly type: string;
  readonly actor: string;
  readonly actor_name: string | null;
  readonly subject: string;
  readonly subject_name: string | null;
  readonly ip: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface Key {
  readonly kid: string;
  readonly algorithm: string;
  readonly stage: 'next' | 'current' | 'previous';
  readonly since: string;
}

export interface Day {
  readonly day: string;
  readonly succeeded: number;
  readonly failed: number;
}

export interface FailingMail {
  readonly id: string;
  readonly recipient: string;
  readonly template: string;
  readonly attempts: number;
  readonly failed_at: string | null;
  readonly failure: string;
}

export interface Status {
  readonly version: string;
  readonly uptime: string;
  readonly oauth: { readonly clients_count: number; readonly active_tokens: number };
}

export interface ImportAnswer {
  readonly created: number;
  readonly refused: readonly { readonly line: number; readonly message: string }[];
}

/** The query of a list; what is empty is left out. */
export function queryOf(values: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

export const read = async <Body>(api: Api, path: string, signal?: AbortSignal): Promise<Body> =>
  (await api<Body>(path, signal === undefined ? {} : { signal })).body;
