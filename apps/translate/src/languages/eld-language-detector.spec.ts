import { describe, expect, it } from '@jest/globals';
import type { LanguageTag } from './language.js';
import { EldLanguageDetector } from './eld-language-detector.js';

const detector = await EldLanguageDetector.load();

describe('EldLanguageDetector', () => {
  const best = (text: string) => detector.detect(text).scores[0]?.language;

  it.each(['42', '', ' \n', '¿?', '😀'])('finds no evidence in %p', (text) => {
    expect(detector.detect(text)).toEqual({ words: 0, letters: 'none', scores: [] });
  });

  it.each([
    ['The house is big.', 'en'],
    ['Das Haus ist groß und rot.', 'de'],
    ['Dzień dobry, jak się masz?', 'pl'],
    ['Huset er stort og rødt, og jeg liker det.', 'nb'],
    ['Merhaba dünya', 'tr'],
    ['こんにちは', 'ja'],
    ['例', 'zh'],
    ['명령', 'ko'],
    ['Тип, який не можна змінити', 'uk'],
    ['สวัสดีชาวโลก', 'th'],
  ])('tells that %p is %s, whatever can be translated', (text, language) => {
    expect(best(text)).toBe(language);
  });

  it('tells Macedonian by its letters, which eld does not know', () => {
    expect(best('Ќе одам дома, меѓу нас.')).toBe('mk');
  });

  it.each([
    ['Delete', 1, 'ascii'],
    ['Où est la gare ?', 4, 'latin'],
    ['Привет, world', 2, 'other'],
  ])('counts the words of %p and looks at its letters', (text, words, letters) => {
    expect(detector.detect(text)).toMatchObject({ words, letters });
  });

  it('knows which languages it can detect', () => {
    const canDetect = (code: string) => detector.canDetect(code as LanguageTag);

    expect(['en', 'nb', 'ja'].map(canDetect)).toEqual([true, true, true]);
    expect(['gl', 'no', 'af'].map(canDetect)).toEqual([false, false, false]);
  });

  it('looks at the beginning of a long text only', () => {
    const startMs = performance.now();

    detector.detect('The house is big. '.repeat(100_000));

    expect(performance.now() - startMs).toBeLessThan(1000);
  });
});
