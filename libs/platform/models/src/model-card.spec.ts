import { describe, expect, it } from '@jest/globals';
import { readModelCard } from './model-card.js';

const card = (licence: string, training: string): string =>
  `* Language: en_US\n\n## Dataset\n\n* License: ${licence}\n\n## Training\n\n${training}\n`;

describe('the card of a Piper voice', () => {
  it.each([
    ['public domain', 'Trained from scratch for 1000 epochs', 'allowed'],
    ['CC-BY 4.0', 'Trained from scratch', 'allowed'],
    ['CC0', 'Finetuned from Kristin', 'allowed'],
    ['CC0', 'Finetuned from U.S. English lessac voice (medium quality).', 'forbidden'],
    ['CC BY 4.0', 'Fine-tuned from English lessac medium', 'forbidden'],
    ['CC0', 'Finetuned from U.S. English Ryan voice (low quality).', 'forbidden'],
    ['CC0', 'Finetuned from German thorsten voice (medium quality).', 'forbidden'],
    ['CC BY-NC-SA 4.0', 'Trained from scratch', 'forbidden'],
    ['https://example.org/blizzard/2013/license.html', 'Trained from scratch', 'forbidden'],
    ['public domain', 'Fine tuned 1000 epochs from an unreleased voice', 'unknown'],
    ['CC0', 'See URL above', 'unknown'],
    ['See URL', 'Trained from scratch', 'unknown'],
    ['MIT', 'Trained from scratch', 'allowed'],
    ['frei mit Namensnennung', 'Trained from scratch', 'unknown'],
    ['CC BY 4.0, not for commercial use', 'Trained from scratch', 'forbidden'],
    ['CC BY 4.0, commercial use prohibited', 'Trained from scratch', 'forbidden'],
    ['not in the public domain', 'Trained from scratch', 'unknown'],
    ['CC-BY-ND 4.0', 'Trained from scratch', 'unknown'],
    ['CC0', 'Trained from scratch\n* License: CC BY-NC 4.0', 'forbidden'],
  ])('with the licence %s and "%s": %s', (licence, training, use) => {
    expect(readModelCard(card(licence, training))).toMatchObject({ licence, commercialUse: use });
  });

  it('names the base with its licence', () => {
    const { base } = readModelCard(card('CC0', 'Finetuned from U.S. English lessac voice.'));

    expect(base).toBe('U.S. English lessac voice (Blizzard 2013, research only)');
  });

  it('says nothing that a terminal would act upon, and nothing for ever', () => {
    const { licence } = readModelCard(card(`\u001b[2JCC0 ${'x'.repeat(1000)}`, ''));

    expect(licence).toMatch(/^\[2JCC0 x+$/);
    expect(licence.length).toBeLessThan(200);
  });

  it.each(['', 'not a card', '* License:'])('that says nothing leaves it open: %j', (text) => {
    expect(readModelCard(text)).toEqual({ licence: 'not stated', commercialUse: 'unknown' });
  });
});
