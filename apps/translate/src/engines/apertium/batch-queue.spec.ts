import { describe, expect, it } from '@jest/globals';
import { Batch, BatchQueue } from './batch-queue.js';

const nobody = { answered: () => undefined, failed: () => undefined };
const batch = (owner: string, texts: readonly string[]) => new Batch(owner, texts, nobody);
const many = (text: string, count: number) => Array.from({ length: count }, () => text);

function taken(queue: BatchQueue, count: number): string {
  return Array.from({ length: count }, () => queue.take()?.batch.owner ?? '-').join('');
}

describe('BatchQueue', () => {
  it('serves owners by what they were served, however many batches one of them has', () => {
    const queue = new BatchQueue();
    for (let at = 0; at < 8; at += 1) queue.add(batch('a', many('text', 10)));
    queue.add(batch('b', many('text', 10)));

    expect(taken(queue, 8)).toBe('abababab');
  });

  it('serves whoever comes anew before those that have been served long texts', () => {
    const queue = new BatchQueue();
    for (const owner of ['a', 'b', 'c']) queue.add(batch(owner, many('x'.repeat(2000), 50)));
    taken(queue, 20);

    queue.add(batch('z', ['short']));

    expect(taken(queue, 1)).toBe('z');
  });

  it('takes turns between the batches of an owner, and keeps the order within each', () => {
    const queue = new BatchQueue();
    queue.add(batch('a', ['1', '2', '3']));
    queue.add(batch('a', ['4', '5']));

    const texts = Array.from({ length: 6 }, () => queue.take()?.text);

    expect(texts).toEqual(['1', '4', '2', '5', '3', undefined]);
  });

  it('knows what waits of each owner, and forgets what is dropped', () => {
    const queue = new BatchQueue();
    const dropped = batch('a', ['12', '34', '56']);
    queue.add(dropped);
    queue.add(batch('b', ['1']));
    queue.take();

    expect([queue.charactersOf('a'), queue.charactersOf('b')]).toEqual([4, 1]);
    queue.drop(dropped);

    expect(queue.charactersOf('a')).toBe(0);
    expect(taken(queue, 2)).toBe('b-');
  });
});
