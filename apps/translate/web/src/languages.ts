import type { SelectOption } from '@sextant/web';
import type { Service } from './service.js';

export interface Language {
  readonly language: string;
  readonly name: string;
  readonly supports_formality?: boolean;
}

export interface Languages {
  readonly sources: readonly Language[];
  readonly targets: readonly Language[];
}

export async function listLanguages({ api }: Service, signal: AbortSignal): Promise<Languages> {
  const of = async (type: string) =>
    (await api<readonly Language[]>(`/v2/languages?type=${type}`, { signal })).body;
  const [sources, targets] = await Promise.all([of('source'), of('target')]);
  return { sources, targets };
}

/** Their names in the language of the page, in its order. */
export function languageOptions(
  languages: readonly Language[],
  shown: string,
): readonly SelectOption[] {
  const options = languages.map(({ language, name }) => ({
    id: language,
    title: languageName(language, shown) ?? name,
  }));
  return options.toSorted((a, b) => a.title.localeCompare(b.title, shown));
}

/** @returns `undefined` for a code that the browser has no name for */
export function languageName(code: string, shown: string): string | undefined {
  const names = new Intl.DisplayNames([shown], { type: 'language', fallback: 'none' });
  try {
    const name = names.of(code);
    return name === undefined ? undefined : name.charAt(0).toUpperCase() + name.slice(1);
  } catch {
    return undefined;
  }
}

/** The first of the languages that whoever sits here reads, where it is offered. */
export function firstTarget({ targets }: Languages): string {
  const offered = (tag: string) =>
    targets.find(({ language }) => language.toUpperCase() === tag.toUpperCase()) ??
    targets.find(({ language }) => isSameLanguage(language, tag));
  const found = navigator.languages.map(offered).find((target) => target !== undefined);
  return (found ?? targets[0])?.language ?? '';
}

/** Into what a text is translated that is in the language itself: the reader's next one, else English or Spanish. */
export function otherTarget(languages: Languages, source: string): string | undefined {
  const wanted = [...navigator.languages, 'en', 'es'].find((tag) => !isSameLanguage(tag, source));
  const { targets } = languages;
  return targets.find(({ language }) => isSameLanguage(language, wanted ?? ''))?.language;
}

/** What is translated most often into that language. */
export function firstSource({ sources }: Languages, target: string): string {
  const found = ['EN', 'ES']
    .filter((code) => !isSameLanguage(code, target))
    .map((code) => sources.find(({ language }) => isSameLanguage(language, code)));
  return (found.find((source) => source !== undefined) ?? sources[0])?.language ?? '';
}

/** Whether two codes name one language, whatever their variants. */
export const isSameLanguage = (one: string, other: string): boolean => base(one) === base(other);

const base = (code: string): string | undefined => code.toLowerCase().split('-', 1)[0];
