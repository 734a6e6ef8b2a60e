import { readFileSync } from 'node:fs';
import { jsonOfFile } from '@sextant/platform-runtime/config';
import type { NewUser } from '../users/user-creation.js';

/** The file that `BOOTSTRAP_FILE` names. */
export interface BootstrapContent {
  readonly users?: readonly NewUser[];
  readonly clients?: readonly BootstrapClient[];
  readonly scopes?: readonly {
    readonly name: string;
    readonly description: string;
    readonly roles?: readonly string[];
  }[];
}

export interface BootstrapClient {
  readonly client_id: string;
  /** Makes it a confidential client. */
  readonly client_secret?: string;
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly scopes: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** At every start it gets the scopes and addresses that the file has and it lacks. */
  readonly follows_file?: boolean;
  /** The operator's own: nobody is asked for consent. */
  readonly first_party?: boolean;
}

type Members = Readonly<Record<string, unknown>>;

/** Without these nothing can be stored; the rest is checked where it is stored. */
const TEXTS = {
  users: ['username', 'email'],
  clients: ['client_id', 'client_name'],
  scopes: ['name', 'description'],
} as const;
const LISTS = { users: [], clients: ['redirect_uris', 'scopes'], scopes: [] } as const;

/** @throws {Error} that says what is wrong with the file; it quotes nothing, for the file holds passwords */
export function readBootstrap(file: string): BootstrapContent {
  const content = jsonOfFile(readFileSync(file, 'utf8'));
  if (!isObject(content)) throw new Error(`${file} must be an object with users, clients, scopes.`);
  for (const name of Object.keys(TEXTS) as (keyof typeof TEXTS)[]) {
    const list = content[name] ?? [];
    if (!Array.isArray(list)) throw new Error(`${file}: ${name} must be a list.`);
    for (const [index, entry] of list.entries()) {
      const wrong = complaintAbout(entry, name);
      if (wrong !== undefined) throw new Error(`${file}: ${name}[${index}]${wrong}.`);
    }
  }
  return content;
}

function complaintAbout(entry: unknown, name: keyof typeof TEXTS): string | undefined {
  if (!isObject(entry)) return ' must be an object';
  const text = TEXTS[name].find((member) => typeof entry[member] !== 'string');
  if (text !== undefined) return `: ${text} must be a text`;
  const list = LISTS[name].find((member) => !isTexts(entry[member]));
  return list === undefined ? undefined : `: ${list} must be a list of texts`;
}

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
