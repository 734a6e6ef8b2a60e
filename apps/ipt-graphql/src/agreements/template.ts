import { isObject, type Json, type JsonObject } from '../fields/strict-json.js';

export type TemplateName = 'assignment-agreement' | 'membership-agreement';

/** The text of an agreement, from a file. A changed text is a new version. */
export interface Template {
  readonly id: string;
  readonly version: string;
  /** BCP 47. */
  readonly language: string;
  readonly title: string;
  readonly clauses: readonly { readonly heading: string; readonly text: string }[];
  readonly notice: string;
  /** SHA-256 of the file. */
  readonly sha256: string;
}

export abstract class Templates {
  abstract find(name: TemplateName): Promise<Template>;
}

/** Puts facts into `{{path.to.fact}}`. What a fact contains is never read as a placeholder. */
export function fill(text: string, facts: JsonObject): string {
  return text.replace(/\{\{([\w.]+)\}\}/g, (_whole, path: string) => shown(lookUp(facts, path)));
}

function lookUp(facts: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = facts;
  for (const name of path.split('.')) value = isObject(value) ? value[name] : undefined;
  return value;
}

const shown = (value: Json | undefined): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
