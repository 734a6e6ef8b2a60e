import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migrated, testDatabase, type TestDatabase } from '@sextant/platform-testing';
import { speech } from '../../src/app.js';
import { followBook, postBook, type BookAnswer } from './books.js';
import { KEY } from '../running-speech.js';
import { spawnSpeech, type SpeechProcess } from '../speech-process.js';

/** An hour of a book takes minutes on a machine that is busy. */
const PATIENCE_MS = 1_800_000;

/** A book whose service is killed while it is spoken. */
export interface KilledBook {
  readonly characters: number;
  readonly kills: number;
  readonly format: 'mp3' | 'm4b';
}

/** What is spoken in one go ends with its chapter at the latest. */
const CHAPTERS = 8;

function bookOf(characters: number): string {
  const sentence = 'The lighthouse keeper climbed the stairs again and looked at the sea. ';
  const length = characters / CHAPTERS;
  const text = sentence.repeat(Math.ceil(length / sentence.length)).slice(0, length);
  return Array.from({ length: CHAPTERS }, (_, at) => `# Chapter ${at + 1}\n\n${text}`).join('\n\n');
}

export function describeKilledBook({ characters, kills, format }: KilledBook): void {
  describe(`a book of ${characters} characters as ${format}`, () => {
    let database: TestDatabase;
    let folder: string;
    let service: SpeechProcess;
    const start = async (): Promise<void> => {
      service = await spawnSpeech({ DATABASE_URL: database.url, BLOB_DIR: folder });
    };

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'sextant-killed-books-'));
      database = await testDatabase(migrated(speech));
      await start();
    });
    afterAll(async () => {
      await service.kill();
      await database.drop();
      rmSync(folder, { recursive: true });
    });

    const partsSoFar = async (): Promise<number> =>
      (await database.query('SELECT 1 FROM book_part')).length;

    it(
      `is finished although its service is killed ${kills} times: nothing is lost, nothing counted twice`,
      async () => {
        const answer = await postBook(service.url, KEY, ['book.md', bookOf(characters)], {
          ...{ voice_id: 'george', audio_format: format },
        });
        expect(answer.status).toBe(202);
        const { id, characters: total } = (await answer.json()) as BookAnswer;

        for (let kill = 0; kill < kills; kill += 1) {
          const before = await partsSoFar();
          while ((await partsSoFar()) < before + 2)
            await new Promise((resolve) => setTimeout(resolve, 50));
          await service.kill();
          await start();
        }
        const told = await followBook(service.request, id);

        expect(told.at(-1)).toMatchObject({ state: 'complete', characters_done: total });
        const [counted] = await database.query<{ characters: number }>(
          `SELECT sum((event->'data'->>'billable_characters')::int)::int AS characters FROM outbox
         WHERE event->'data'->>'route' = 'book'`,
        );
        expect(counted?.characters).toBe(total);
        const audio = await service.request('GET', `/v1/audio/books/${id}/audio`);
        const bytes = (await audio.arrayBuffer()).byteLength;
        expect(bytes).toBe(Number(audio.headers.get('content-length')));
        const { audio_duration_ms: durationMs = 0 } = told.at(-1) ?? {};
        // 64 kbit/s and a tag, to the millisecond; AAC spends fewer bits where it needs none, and has an index.
        if (format === 'mp3') expect(Math.abs(bytes / 8 - durationMs)).toBeLessThan(200);
        else expect(bytes).toBeGreaterThan(durationMs * 4);
        process.stdout.write(
          `A book of ${total} characters, killed ${kills} times: ${Math.round(durationMs / 60_000)} minutes of speech in ${format}\n`,
        );
      },
      PATIENCE_MS,
    );
  });
}
