import type { TextId } from './strings/text-id.js';

interface Named {
  /** As the API calls it; it is the label where there is no other. */
  readonly name: string;
  readonly label?: TextId;
}

/** A member of something that the API has, and how people write it. */
export type Member = Named &
  (
    | { readonly kind: 'text' | 'words' | 'lines' | 'number' | 'switch' | 'json' }
    | { readonly kind: 'choice'; readonly options: readonly string[] }
  );

export type Members = Readonly<Record<string, unknown>>;
/** What was changed, as it is written. */
export type Draft = Readonly<Record<string, unknown>>;
export type Drafted = string | boolean;

/** A value as it is written. */
export function shownOf({ kind }: Member, value: unknown): Drafted {
  if (kind === 'switch') return value === true;
  if (value === undefined || value === null) return '';
  if (kind === 'words') return (value as readonly string[]).join(' ');
  if (kind === 'lines') return (value as readonly string[]).join('\n');
  if (kind === 'json') return JSON.stringify(value, null, 2);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What is to be sent of a draft; `null` for a member without a value. @throws {SyntaxError} where JSON is none */
export function changesOf(members: readonly Member[], draft: Draft): Members {
  const changes = Object.entries(draft).map(([name, value]) => {
    const member = members.find((one) => one.name === name);
    return [name, member === undefined ? value : valueOf(member, value as Drafted)] as const;
  });
  return Object.fromEntries(changes);
}

function valueOf({ kind, name }: Member, written: Drafted): unknown {
  if (typeof written === 'boolean') return written;
  const text = written.trim();
  if (kind === 'words' || kind === 'lines') return text.split(/\s+/).filter(Boolean);
  if (text === '') return null;
  // What is no number is left for the API to refuse, which says what it takes.
  if (kind === 'number') return Number.isFinite(Number(text)) ? Number(text) : text;
  return kind === 'json' ? parsed(text, name) : text;
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(`${name}: ${(error as Error).message}`, { cause: error });
  }
}
