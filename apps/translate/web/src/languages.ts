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

/** Whether two codes name one language, whatever their variants. */
export const isSameLanguage = (one: string, other: string): boolean => base(one) === base(other);

const base = (code: string): string | undefined => code.toLowerCase().split('-', 1)[0];
