import type { Service } from '../service.js';

export interface Style {
  readonly style_id: string;
  readonly name: string;
  readonly language: string;
}

export async function listStyles({ api }: Service, signal: AbortSignal): Promise<readonly Style[]> {
  const { body } = await api<{ readonly style_rules: readonly Style[] }>('/v3/style_rules', {
    signal,
  });
  return body.style_rules;
}
