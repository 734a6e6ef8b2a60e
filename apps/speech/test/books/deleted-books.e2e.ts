import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { postBook, type BookAnswer } from './books.js';
import { KEY, startSpeech, type RunningSpeech } from '../running-speech.js';

/** One piece, which lasts for about two minutes. */
const PIECE = 'The lighthouse keeper climbed the stairs again and looked at the sea. '.repeat(35);

let speech: RunningSpeech;
let blobs: string;
beforeAll(async () => {
  blobs = mkdtempSync(join(tmpdir(), 'sextant-deleted-books-'));
  speech = await startSpeech({ BLOB_DIR: blobs }, { hasOwnEngines: true });
});
afterAll(async () => {
  await speech.close();
  rmSync(blobs, { recursive: true });
});

/** The sum of a metric's samples with this label. */
async function metric(name: string, label = ''): Promise<number> {
  const text = await (await fetch(`${speech.url}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(name) && line.includes(label));
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

const endedWith = (outcome: string) => metric('speech_syntheses_total', `outcome="${outcome}"`);
const busyEngines = () => metric('speech_processes_busy', 'program="espeak"');

describe('a book that is deleted while a piece of it is spoken', () => {
  it('ends the job of the engine, which speaks no more of the piece', async () => {
    const answer = await postBook(speech.url, KEY, ['long.txt', PIECE]);
    const { id } = (await answer.json()) as BookAnswer;
    while ((await busyEngines()) === 0) await pause(5);

    const { status } = await speech.request('DELETE', `/v1/audio/books/${id}`);
    while ((await endedWith('given_up')) + (await endedWith('complete')) < 2) await pause(20);
    while ((await busyEngines()) > 0) await pause(20);

    expect(status).toBe(204);
    // The other one measures how loud the voice is, and belongs to no book.
    expect([await endedWith('given_up'), await endedWith('complete')]).toEqual([1, 1]);
    expect(await metric('speech_audio_seconds_total')).toBeLessThan(60);
  });
});
