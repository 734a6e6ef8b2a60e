import { describe, expect, it } from '@jest/globals';
import { foundVoices, kindOf, languagesOf, NO_FILTER } from './voice-filter.js';
import type { Voice } from './voices.js';

const voice = (id: string, more: Partial<Voice>): Voice => ({
  id,
  type: 'shared',
  display_name: id,
  gender: 'male',
  locale: 'en-US',
  preview_audio: null,
  tags: ['formant'],
  ...more,
});

const VOICES: readonly Voice[] = [
  voice('es-male', { locale: 'es', display_name: 'Spanish, male' }),
  voice('joe', {
    tags: ['neural', 'vits'],
    licence: { name: 'CC0-1.0', base: 'lessac (research only)', commercial_use: 'forbidden' },
  }),
  voice('cori', {
    locale: 'en-GB',
    tags: ['neural', 'vits'],
    licence: { name: 'public domain', commercial_use: 'allowed' },
  }),
  voice('mine', { type: 'personal', tags: ['cloned'] }),
];

const NAMES: Readonly<Record<string, string>> = { en: 'English', es: 'Spanish' };
const nameOf = (tag: string) => NAMES[tag.slice(0, 2)] ?? tag;
const found = (filter: Partial<typeof NO_FILTER>) =>
  foundVoices(VOICES, { ...NO_FILTER, ...filter }, nameOf).map(({ id }) => id);

describe('the filter of voices', () => {
  it('shows all of them without a filter: own ones first, then neural ones', () => {
    expect(found({})).toEqual(['mine', 'joe', 'cori', 'es-male']);
  });

  it.each([
    [{ language: 'es' }, ['es-male']],
    [{ kind: 'neural' }, ['joe', 'cori']],
    [{ use: 'allowed' }, ['mine', 'cori']],
    [{ search: 'SPANISH' }, ['es-male']],
    [{ search: 'domain cori' }, ['cori']],
    [{ search: 'nobody' }, []],
  ])('finds by %j', (filter, ids) => {
    expect(found(filter)).toEqual(ids);
  });

  it('lists languages once, by their names', () => {
    expect(languagesOf(VOICES, nameOf)).toEqual([
      ['en', 'English'],
      ['es', 'Spanish'],
    ]);
  });

  it('tells what a voice is made of', () => {
    expect(VOICES.map(kindOf)).toEqual(['formant', 'neural', 'neural', 'cloned']);
  });
});
