import { describe, expect, it } from '@jest/globals';
import {
  baseLanguage,
  englishName,
  isPlain,
  parseLanguage,
  resolveTarget,
  upperCaseCode,
  type LanguageTag,
} from './language.js';

const tag = (code: string) => parseLanguage(code)!;

describe('parseLanguage', () => {
  it.each([
    ['en', 'en'],
    ['ES', 'es'],
    ['EN-US', 'en-US'],
    ['pt-br', 'pt-BR'],
    ['spa', 'es'],
    ['nob', 'nb'],
    ['nno', 'nn'],
    ['bos', 'bs'],
    ['hrv', 'hr'],
    ['srp', 'sr'],
    ['srd', 'sc'],
    ['frp', 'frp'],
    ['CA-VALENCIA', 'ca-valencia'],
  ])('reads %p as %p', (code, expected) => {
    expect(parseLanguage(code)).toBe(expected);
  });

  it.each([
    '',
    'e',
    'english',
    'en_US',
    'en-',
    '-en',
    'en US',
    'ÉN',
    'en-\0',
    'a-b',
    'oc-aranes-aranes',
  ])('refuses %p', (code) => {
    expect(parseLanguage(code)).toBeUndefined();
  });
});

describe('language tags', () => {
  it('knows the plain language of a variant', () => {
    expect(baseLanguage(tag('PT-BR'))).toBe('pt');
    expect(isPlain(tag('PT-BR'))).toBe(false);
    expect(isPlain(tag('frp'))).toBe(true);
  });

  it('is shown in upper case to callers of version 2', () => {
    expect(upperCaseCode(tag('pt-br'))).toBe('PT-BR');
  });

  it.each([
    ['en', 'English'],
    ['pt-BR', 'Portuguese (Brazil)'],
    ['nb', 'Norwegian Bokmål'],
    ['szl', 'Silesian'],
  ])('calls %p %p', (code, name) => {
    expect(englishName(tag(code))).toBe(name);
  });
});

describe('resolveTarget', () => {
  const offered = new Set<LanguageTag>([tag('en'), tag('pt'), tag('pt-BR')]);

  it('takes the variant that is offered', () => {
    expect(resolveTarget(tag('PT-BR'), offered)).toBe('pt-BR');
  });

  it.each([
    ['EN-GB', 'en'],
    ['EN-US', 'en'],
    ['PT-PT', 'pt'],
  ])('serves %p with %p', (code, expected) => {
    expect(resolveTarget(tag(code), offered)).toBe(expected);
  });

  it.each(['EN-AU', 'PT-AO', 'ES', 'ES-419', 'EN-Latn'])('does not offer %p', (code) => {
    expect(resolveTarget(tag(code), offered)).toBeUndefined();
  });
});
