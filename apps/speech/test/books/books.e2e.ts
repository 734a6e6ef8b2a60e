import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { followBook, postBook, type BookAnswer } from './books.js';
import { COVER, epub } from './epub.js';
import { KEY, OTHER_KEY, startSpeech, type RunningSpeech } from '../running-speech.js';

const run = promisify(execFile);
const hasFfmpeg = spawnSync('ffprobe', ['-version']).status === 0;
/** The second chapter is more than what is spoken in one go. */
const BOOK = epub(
  'Two Chapters',
  [
    ['One', '<p>This is the first chapter.</p><p>It has two paragraphs.</p>'],
    ['Two', `<p>${'The second one is longer. '.repeat(110)}</p>`],
  ],
  { author: 'Ada Lovelace', cover: COVER },
);

let speech: RunningSpeech;
let blobs: string;
beforeAll(async () => {
  blobs = mkdtempSync(join(tmpdir(), 'sextant-books-'));
  speech = await startSpeech({ BLOB_DIR: blobs });
});
afterAll(async () => {
  await speech.close();
  rmSync(blobs, { recursive: true });
});

const post = (
  file: Parameters<typeof postBook>[2],
  fields?: Readonly<Record<string, string>>,
): Promise<Response> => postBook(speech.url, KEY, file, fields);

const get = (path: string, key = KEY) => speech.request('GET', `/v1/audio/books${path}`, { key });

interface Probed {
  readonly chapters: { start_time: string; tags: { title: string } }[];
  readonly format: { duration: string; tags: Record<string, string> };
  readonly streams: {
    codec_name: string;
    sample_rate: string;
    disposition: Record<string, number>;
  }[];
}

/** What FFmpeg reads of a file, and what it complains of when it decodes every frame. */
async function probe(bytes: Uint8Array, name: string): Promise<{ probed: Probed; stderr: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'sextant-book-'));
  const path = join(folder, name);
  await writeFile(path, bytes);
  const shown = ['-show_chapters', '-show_format', '-show_streams'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...shown, '-of', 'json', path]);
  const { stderr } = await run('ffmpeg', ['-v', 'error', '-i', path, '-f', 'null', '-']);
  rmSync(folder, { recursive: true });
  return { probed: JSON.parse(stdout) as Probed, stderr };
}

describe('a book', () => {
  let made: BookAnswer;
  let told: readonly BookAnswer[];
  beforeAll(async () => {
    const answer = await post(['two.epub', BOOK]);
    expect(answer.status).toBe(202);
    made = (await answer.json()) as BookAnswer;
    expect(answer.headers.get('location')).toBe(`/v1/audio/books/${made.id}`);
    told = await followBook(speech.request, made.id);
  });

  it('is spoken in the background, and tells how far it is', async () => {
    expect(made).toMatchObject({
      ...{ title: 'Two Chapters', author: 'Ada Lovelace', audio_format: 'mp3' },
      characters_done: 0,
    });
    expect(told.at(-1)).toMatchObject({ state: 'complete', characters_done: made.characters });
    const done = told.map(({ characters_done }) => characters_done);
    expect(done).toEqual(done.toSorted((a, b) => a - b));

    const { books } = (await (await get('')).json()) as { books: BookAnswer[] };
    expect(books.map(({ id }) => id)).toContain(made.id);
  });

  it('has its chapters at the times that are told', async () => {
    const { chapters, audio_duration_ms } = (await (await get(`/${made.id}`)).json()) as BookAnswer;

    expect(chapters.map(({ title }) => title)).toEqual(['One', 'Two']);
    expect(chapters[0]?.start_ms).toBe(0);
    expect(chapters[1]?.start_ms).toBe(chapters[0]?.end_ms);
    expect(chapters[1]?.end_ms).toBe(audio_duration_ms);
    expect(audio_duration_ms).toBeGreaterThan(100_000);
  });

  (hasFfmpeg ? it : it.skip)(
    'is one MP3 with chapters as another program reads it, needs ffprobe',
    async () => {
      const book = (await (await get(`/${made.id}`)).json()) as BookAnswer;
      const answer = await get(`/${made.id}/audio`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(Number(answer.headers.get('content-length'))).toBe(bytes.length);
      const { probed, stderr } = await probe(bytes, 'book.mp3');

      expect(stderr).toBe('');
      expect(probed.format.tags).toMatchObject({ title: 'Two Chapters', artist: 'Ada Lovelace' });
      expect(probed.streams[1]?.disposition['attached_pic']).toBe(1);
      expect(probed.streams[0]).toMatchObject({ codec_name: 'mp3', sample_rate: '24000' });
      expect(probed.chapters.map(({ tags }) => tags.title)).toEqual(['One', 'Two']);
      expect(Math.round(Number(probed.chapters[1]?.start_time) * 1000)).toBe(
        book.chapters[1]?.start_ms,
      );
      expect(Math.abs(Number(probed.format.duration) * 1000 - book.audio_duration_ms)).toBeLessThan(
        200,
      );
    },
  );

  it('is counted once for each piece, and its end is an event', async () => {
    const events = await speech.database.query<{ type: string; characters: string | null }>(
      `SELECT event->>'type' AS type, event->'data'->>'billable_characters' AS characters FROM outbox`,
    );
    const types = events.map(({ type }) => type);
    const characters = events.reduce((sum, event) => sum + Number(event.characters ?? 0), 0);

    expect(types.filter((type) => type === 'org.sextant.speech.book.completed')).toHaveLength(1);
    expect(characters).toBe(made.characters);
  });

  it('is of its workspace alone', async () => {
    for (const path of ['', '/audio', '/events']) {
      expect((await get(`/${made.id}${path}`, OTHER_KEY)).status).toBe(404);
    }
    const foreign = await speech.request('DELETE', `/v1/audio/books/${made.id}`, {
      key: OTHER_KEY,
    });
    expect(foreign.status).toBe(404);
  });

  it('is gone when it is deleted, with all of its files', async () => {
    const answer = await speech.request('DELETE', `/v1/audio/books/${made.id}`);

    expect(answer.status).toBe(204);
    expect((await get(`/${made.id}`)).status).toBe(404);
    const left = (): string[] =>
      readdirSync(blobs, { recursive: true })
        .map(String)
        .filter((name) => name.includes('part'));
    while (left().length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(left()).toEqual([]);
  });
});

describe('a book as M4B', () => {
  let book: BookAnswer;
  let file: Buffer;
  beforeAll(async () => {
    const answer = await post(['two.epub', BOOK], { voice_id: 'george', audio_format: 'm4b' });
    book = (await answer.json()) as BookAnswer;
    expect((await followBook(speech.request, book.id)).at(-1)?.state).toBe('complete');
    book = (await (await get(`/${book.id}`)).json()) as BookAnswer;
    const audio = await get(`/${book.id}/audio`);
    expect(audio.headers.get('content-type')).toBe('audio/mp4');
    expect(audio.headers.get('content-disposition')).toContain('book.m4b');
    file = Buffer.from(await audio.arrayBuffer());
    expect(Number(audio.headers.get('content-length'))).toBe(file.length);
  });

  (hasFfmpeg ? it : it.skip)(
    'has title, author, cover and chapters as another program reads them, needs ffprobe',
    async () => {
      const { probed, stderr } = await probe(file, 'book.m4b');

      expect(stderr).toBe('');
      expect(probed.format.tags).toMatchObject({
        ...{ major_brand: 'M4B ', title: 'Two Chapters', artist: 'Ada Lovelace' },
      });
      expect(probed.streams[0]).toMatchObject({ codec_name: 'aac', sample_rate: '24000' });
      expect(probed.streams.some(({ disposition }) => disposition['attached_pic'] === 1)).toBe(
        true,
      );
      expect(probed.chapters.map(({ tags }) => tags.title)).toEqual(['One', 'Two']);
      expect(Math.round(Number(probed.chapters[1]?.start_time) * 1000)).toBe(
        book.chapters[1]?.start_ms,
      );
      expect(Math.abs(Number(probed.format.duration) * 1000 - book.audio_duration_ms)).toBeLessThan(
        2,
      );
    },
  );

  it('has its index before its sound, in one file with nothing left over', () => {
    const boxes: string[] = [];
    for (let at = 0; at < file.length; at += file.readUInt32BE(at)) {
      boxes.push(file.toString('latin1', at + 4, at + 8));
    }
    expect(boxes).toEqual(['ftyp', 'moov', 'mdat']);
  });

  it('leaves no file behind when it is deleted', async () => {
    const mine = (): string[] =>
      readdirSync(blobs, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && join(entry.parentPath, entry.name).includes(book.id))
        .map(({ name }) => name);
    expect(mine()).not.toEqual([]);

    await speech.request('DELETE', `/v1/audio/books/${book.id}`);

    while (mine().length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(mine()).toEqual([]);
  });
});

interface Refused {
  readonly what: string;
  readonly file: Parameters<typeof postBook>[2];
  readonly fields: Readonly<Record<string, string>>;
  readonly told: readonly [status: number, code: string];
}

describe('documents', () => {
  it.each([
    ['Markdown', 'notes.md', '# Title\n\nSome *text*.', ['Title']],
    ['HTML', 'page.html', '<!doctype html><title>Page</title><p>Some text.', ['Page']],
    ['text', 'story.txt', 'Once upon a time.', ['story']],
  ])('of %s are books', async (_kind, name, text, chapters) => {
    const answer = await post([name, text]);
    const book = (await answer.json()) as BookAnswer;

    expect(answer.status).toBe(202);
    expect(book.chapters.map(({ title }) => title)).toEqual(chapters);
    expect((await followBook(speech.request, book.id)).at(-1)?.state).toBe('complete');
  });

  const GEORGE = { voice_id: 'george' };
  it.each<Refused>([
    {
      what: 'no EPUB',
      file: ['a.epub', 'PK but no archive'],
      fields: GEORGE,
      told: [422, 'unsupported_document'],
    },
    {
      what: 'nothing to say',
      file: ['a.txt', ' \n '],
      fields: GEORGE,
      told: [400, 'validation_failed'],
    },
    {
      what: 'an unknown voice',
      file: ['a.txt', 'Hi.'],
      fields: { voice_id: 'nobody' },
      told: [404, 'voice_not_found'],
    },
    { what: 'no voice', file: ['a.txt', 'Hi.'], fields: {}, told: [400, 'validation_failed'] },
    {
      what: 'over a million characters',
      file: ['a.txt', 'Hello. '.repeat(150_000)],
      fields: GEORGE,
      told: [400, 'book_too_long'],
    },
    {
      what: '300 chapters',
      file: ['a.md', '# A\n\nb\n\n'.repeat(300)],
      fields: GEORGE,
      told: [400, 'book_too_long'],
    },
  ])('with $what are refused', async ({ file, fields, told: [status, code] }) => {
    const answer = await post(file, fields);

    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ error: { code } });
  });

  it('have no recording before it is complete', async () => {
    // Each chapter is spoken by itself: what is in hand when it is deleted is soon over.
    const chapters = '# A chapter\n\nA long story.\n\n'.repeat(200);
    const book = (await (await post(['long.md', chapters])).json()) as BookAnswer;

    const answer = await get(`/${book.id}/audio`);
    await speech.request('DELETE', `/v1/audio/books/${book.id}`);

    expect(answer.status).toBe(409);
  });
});
