import { describe, expect, it } from '@jest/globals';
import { deliveryOf } from './instructions.js';

describe('deliveryOf', () => {
  it.each([
    ['Speak in a cheerful and positive tone.', ['cheerful'], 1.1, 1.15],
    ['Talk slowly, calm and gentle.', ['slowly', 'calm', 'gentle'], 0.677, 0.941],
    ['Not fast, never angry', [], 1, 1],
    ['Like a pirate', [], 1, 1],
    ['constructor __proto__ toString', [], 1, 1],
  ])('understands of "%s": %j', (instructions, followed, rate, pitch) => {
    const delivery = deliveryOf(instructions);

    expect(delivery.followed).toEqual(followed);
    expect(delivery.rate).toBeCloseTo(rate, 2);
    expect(delivery.pitch).toBeCloseTo(pitch, 2);
  });
});
