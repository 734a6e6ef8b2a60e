import type { Language } from '../languages.js';
import type { Service } from '../service.js';

/** A change to the text as it was sent, in UTF-16 code units. */
export interface Correction {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly alternatives: readonly string[];
  readonly rule: string;
  readonly explanation?: string;
}

export interface Improvement {
  readonly text: string;
  readonly target_language: string;
  readonly corrections?: readonly Correction[];
}

export interface Asked {
  readonly text: string;
  /** Empty: found out by the service. */
  readonly language: string;
  readonly style: string;
  readonly tone: string;
  readonly knownWords: readonly string[];
}

const given = (name: string, value: string): Record<string, string> =>
  value === '' ? {} : { [name]: value };

export async function listWritingLanguages(
  { api }: Service,
  signal: AbortSignal,
): Promise<readonly Language[]> {
  const { body } = await api<readonly { readonly lang: string; readonly name: string }[]>(
    '/v3/languages?resource=write',
    { signal },
  );
  return body.map(({ lang, name }) => ({ language: lang, name }));
}

export async function improve(
  { api }: Service,
  task: 'correct' | 'rephrase',
  { text, language, style, tone, knownWords }: Asked,
): Promise<Improvement | undefined> {
  const { body } = await api<{ readonly improvements: readonly Improvement[] }>(
    `/v2/write/${task}`,
    {
      method: 'POST',
      body: {
        text: [text],
        show_corrections: true,
        ...given('target_lang', language),
        ...(task === 'rephrase'
          ? { ...given('writing_style', style), ...given('tone', tone) }
          : { known_words: knownWords }),
      },
      timeoutMs: 120_000,
    },
  );
  return body.improvements[0];
}

/** The text with some of its corrections made: those that overlap one before are left out. */
export function corrected(text: string, corrections: readonly Correction[]): string {
  let made = '';
  let position = 0;
  for (const { start, end, replacement } of corrections.toSorted((a, b) => a.start - b.start)) {
    if (start < position) continue;
    made += text.slice(position, start) + replacement;
    position = end;
  }
  return made + text.slice(position);
}
