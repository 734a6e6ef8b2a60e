import { describe, expect, it } from '@jest/globals';
import type { KafkaMessage } from 'kafkajs';
import { letterId, letterOf, readLetter, toLetter } from './kafka-message.js';

const place = { topic: 'classroom', partition: 0, offset: '7' };
const messageOf = ({
  value = Buffer.from('same'),
  headers = {},
}: Partial<Pick<KafkaMessage, 'value' | 'headers'>>): KafkaMessage => ({
  ...{ key: null, timestamp: '0', attributes: 0, offset: '7' },
  value,
  headers,
});

describe('a dead letter of Kafka', () => {
  it('is the same one for the same message', () => {
    const [first, again] = [1, 2].map(() => letterId(toLetter(place, messageOf({}))));

    expect(again).toBe(first);
  });

  it.each([
    ['another partition', { ...place, partition: 1 }, {}],
    ['another offset', { ...place, offset: '8' }, {}],
    ['another topic', { ...place, topic: 'other' }, {}],
    ['another value at the same place', place, { value: Buffer.from('other') }],
    ['other headers at the same place', place, { headers: { ce_id: Buffer.from('1') } }],
  ])('is another one for %s', (_what, other, change) => {
    const first = letterId(toLetter(place, messageOf({})));

    expect(letterId(toLetter(other, messageOf(change)))).not.toBe(first);
  });

  it('shows its place, and keeps bytes that are no text', () => {
    const bytes = Buffer.from([0xff, 0x00, 0xfe, 0x41]);
    const message = messageOf({ value: bytes, headers: { A: bytes, B: 'text', C: ['x', 'y'] } });

    const letter = letterOf(JSON.stringify(toLetter(place, message)));

    expect(letter).toEqual({
      ...place,
      headers: { b: 'text', c: 'x,y' },
      binaryHeaders: { a: '/wD+QQ==' },
      value: '/wD+QQ==',
      encoding: 'base64',
    });
    expect(() => readLetter(letter, 0)).toThrow('The message is no UTF-8.');
  });
});
