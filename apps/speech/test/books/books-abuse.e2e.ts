import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Response as ServerResponse } from 'express';
import { BookEvents } from '../../src/books/book-events.presenter.js';
import { followBook, postBook, type BookAnswer } from './books.js';
import { epub } from './epub.js';
import { KEY, OTHER_KEY, startSpeech, type RunningSpeech } from '../running-speech.js';

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

const made = async (...[url, key, file, fields]: Parameters<typeof postBook>) => {
  const answer = await postBook(url, key, file, fields);
  expect(answer.status).toBe(202);
  return (await answer.json()) as BookAnswer;
};

const remove = async (id: string, key: string): Promise<void> => {
  const { status } = await speech.request('DELETE', `/v1/audio/books/${id}`, { key });
  expect(status).toBe(204);
};

describe('titles', () => {
  it.each([
    [
      'a form',
      ['a.txt', Buffer.from('Hello.')] as const,
      { voice_id: 'george', title: 'a\0b\n c' },
    ],
    [
      'a page',
      ['a.html', Buffer.from('<title>a&#1;b c</title><p>Hello.</p>')] as const,
      { voice_id: 'george' },
    ],
  ])('of %s are one line, without what no database takes', async (_, file, fields) => {
    const { id, title } = await made(speech.url, KEY, [...file], fields);

    expect(title).toBe('a b c');
    await remove(id, KEY);
  });

  it('are as long as titles are; what a heading says beyond is said', async () => {
    const long = 'word '.repeat(20_000);
    const { id, ...book } = await made(speech.url, KEY, [
      'a.epub',
      epub(long, [[long, '<p>x</p>']]),
    ]);

    expect(book.title.length).toBeLessThanOrEqual(200);
    expect(book.chapters.map(({ title }) => title.length <= 200)).toEqual([true]);
    expect(book.characters).toBeGreaterThan(99_000);
    await remove(id, KEY);
  });

  it('are names of files as they are written', async () => {
    const { id, title } = await made(speech.url, KEY, ['Über 😀.txt', Buffer.from('Hello.')]);

    expect(title).toBe('Über 😀');
    await remove(id, KEY);
  });
});

describe('a book that nobody can speak', () => {
  it.each([
    ['a language that its voice has not', { voice_id: 'george', language: 'ja' }],
    [
      'another language than English',
      { voice_id: 'george', model: 'simba-english', language: 'fr' },
    ],
  ])('is refused at once: %s', async (_, fields) => {
    const answer = await postBook(speech.url, KEY, ['a.txt', Buffer.from('Hello.')], fields);

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'language_not_supported' } });
  });
});

describe('a book that cannot be kept', () => {
  it('leaves no file behind', async () => {
    const texts = () =>
      readdirSync(blobs, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile() && file.name === 'text')
        .map(({ parentPath }) => parentPath);
    const before = texts();
    await speech.database.query('ALTER TABLE book RENAME TO book_away');

    const { status } = await postBook(speech.url, KEY, ['a.txt', Buffer.from('Hello.')]);

    await speech.database.query('ALTER TABLE book_away RENAME TO book');
    expect(status).toBe(500);
    expect(texts().filter((place) => !before.includes(place))).toEqual([]);
  });
});

/** Each chapter is a part of the book, quickly spoken. */
const inParts = (name: string): [string, string] => [
  `${name}.md`,
  '# A chapter\n\nOf more than a word.\n\n'.repeat(200),
];

/** Each part of such a book takes a second without work for the processor. @returns what ends it */
async function holdParts(): Promise<() => Promise<unknown>> {
  await speech.database.query(`CREATE FUNCTION take_a_second() RETURNS trigger AS $$
    BEGIN PERFORM pg_sleep(1); RETURN NEW; END $$ LANGUAGE plpgsql`);
  await speech.database.query(`CREATE TRIGGER take_a_second BEFORE INSERT ON book_part FOR EACH ROW
    WHEN (NEW.characters > 20) EXECUTE FUNCTION take_a_second()`);
  return () => speech.database.query('DROP FUNCTION take_a_second CASCADE');
}

describe('a long book', () => {
  it('does not hold up those of others, and what is deleted goes meanwhile', async () => {
    const release = await holdParts();
    const long = await made(speech.url, KEY, inParts('long'));
    const gone = await made(speech.url, KEY, ['gone.txt', Buffer.from('Nothing.')]);
    await remove(gone.id, KEY);

    const short = await made(speech.url, OTHER_KEY, ['short.txt', Buffer.from('Hello.')]);
    const told = await followBook(speech.request, short.id, OTHER_KEY);

    expect(told.at(-1)).toMatchObject({ state: 'complete' });
    const running = await speech.request('GET', `/v1/audio/books/${long.id}`, { key: KEY });
    expect(await running.json()).toMatchObject({ state: 'running' });
    const rows = await speech.database.query('SELECT 1 FROM book WHERE id = $1', [gone.id]);
    expect(rows).toEqual([]);
    await remove(long.id, KEY);
    await release();
  }, 120_000);
});

describe('a book whose files are away for a moment', () => {
  it('is spoken when they are there again, and then comes in ranges', async () => {
    await speech.database.query(`CREATE FUNCTION hold_parts() RETURNS trigger AS $$
      BEGIN RAISE EXCEPTION 'the database is away'; END $$ LANGUAGE plpgsql`);
    await speech.database.query(
      'CREATE TRIGGER hold BEFORE INSERT ON book_part FOR EACH ROW EXECUTE FUNCTION hold_parts()',
    );
    const { id } = await made(speech.url, KEY, [
      'late.txt',
      Buffer.from('Hello there. '.repeat(9)),
    ]);
    const stateOf = async () => {
      const answer = await speech.request('GET', `/v1/audio/books/${id}`, { key: KEY });
      return ((await answer.json()) as BookAnswer).state;
    };
    const putOff = async () => {
      const rows = await speech.database.query(
        `SELECT 1 FROM book WHERE id = $1 AND state = 'running' AND worker IS NULL`,
        [id],
      );
      return rows.length === 1;
    };
    while (!(await putOff())) {
      expect(['queued', 'running']).toContain(await stateOf());
      await pause(50);
    }
    await speech.database.query('DROP TRIGGER hold ON book_part');

    const told = await followBook(speech.request, id);

    expect(told.at(-1)).toMatchObject({ state: 'complete' });
    const part = async (range?: string) =>
      await fetch(`${speech.url}/v1/audio/books/${id}/audio`, {
        headers: { authorization: `Bearer ${KEY}`, ...(range === undefined ? {} : { range }) },
      });
    const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());
    const whole = await bytesOf(await part());
    const [first, rest] = [await part('bytes=0-999'), await part('bytes=1000-')];
    expect([first.status, first.headers.get('content-range')]).toEqual([
      ...[206, `bytes 0-999/${whole.length}`],
    ]);
    expect(Buffer.concat([await bytesOf(first), await bytesOf(rest)]).equals(whole)).toBe(true);
    expect((await bytesOf(await part('bytes=-7'))).equals(whole.subarray(-7))).toBe(true);
    const none = await part(`bytes=${whole.length}-`);
    expect([none.status, none.headers.get('content-range')]).toEqual([
      416,
      `bytes */${whole.length}`,
    ]);
  }, 120_000);
});

describe('an archive that names one file many times', () => {
  it('is refused before it is unpacked', async () => {
    const bomb = repeated(epub('Bomb', [['One', `<p>${'0'.repeat(1_000_000)}</p>`]]), 5000);

    const { status } = await postBook(speech.url, KEY, ['a.epub', bomb]);

    expect(status).toBe(422);
  });
});

describe('recordings of one workspace', () => {
  it('are looked into two at a time: the others wait, and nobody else does', async () => {
    const noise = wav(12);
    const ask = async (key: string) => {
      const body = new FormData();
      body.append('file', new Blob([noise]), 'noise.wav');
      const headers = { authorization: `Bearer ${key}` };
      return await fetch(`${speech.url}/v1/audio/provenance`, { method: 'POST', headers, body });
    };

    const flood = Promise.all(Array.from({ length: 12 }, () => ask(KEY)));
    const other = await ask(OTHER_KEY);

    expect(other.status).toBe(200);
    const statuses = (await flood).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  }, 120_000);
});

/** The directory of an archive with its largest file many times over. */
function repeated(archive: Uint8Array, times: number): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(archive);
  const end = bytes.lastIndexOf('PK\u0005\u0006', undefined, 'latin1');
  const at = bytes.readUInt32LE(end + 16);
  const entries: Buffer[] = [];
  for (let from = at; from < end;) {
    const lengths = [28, 30, 32].map((place) => bytes.readUInt16LE(from + place));
    const length = 46 + lengths.reduce((sum, each) => sum + each, 0);
    entries.push(bytes.subarray(from, from + length));
    from += length;
  }
  const [largest = bytes] = entries.toSorted((a, b) => b.readUInt32LE(24) - a.readUInt32LE(24));
  const lying = Buffer.from(largest);
  lying.writeUInt32LE(0, 24);
  const directory = Buffer.concat([...entries, ...Array.from({ length: times }, () => lying)]);
  const last = Buffer.from(bytes.subarray(end));
  for (const place of [8, 10]) last.writeUInt16LE(entries.length + times, place);
  last.writeUInt32LE(directory.length, 12);
  return Uint8Array.from(Buffer.concat([bytes.subarray(0, at), directory, last]));
}

/** Seconds of noise. */
function wav(seconds: number): Buffer<ArrayBuffer> {
  const [rate, head] = [24_000, 44];
  const bytes = randomBytes(head + seconds * rate * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  for (const [at, value] of [1, 1].entries()) bytes.writeUInt16LE(value, 20 + 2 * at);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  for (const [at, value] of [2, 16].entries()) bytes.writeUInt16LE(value, 32 + 2 * at);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(bytes.length - head, 40);
  return bytes;
}

/** One that takes longer than its test. */
const waitingBook = async (key: string): Promise<string> =>
  (await made(speech.url, key, inParts('waiting'))).id;

async function issued(): Promise<{ readonly id: string; readonly key: string }> {
  const asked = { label: 'a reader', scopes: ['audio:stream'] };
  const answer = await speech.post('/v1/admin/keys', asked);
  return (await answer.json()) as { id: string; key: string };
}

describe('events of a book', () => {
  let release: () => Promise<unknown>;
  beforeAll(async () => {
    release = await holdParts();
  });
  afterAll(() => release());

  it('end when nobody reads them any more', async () => {
    let looks = 0;
    const reader = Object.assign(new EventEmitter(), {
      ...{ closed: false, headersSent: false },
      status: () => reader,
      setHeader: () => reader,
      flushHeaders: () => undefined,
      write: () => true,
      end: () => undefined,
    });
    const look = () => Promise.resolve({ state: `queued ${(looks += 1)}` } as never);
    const isAllowed = () => Promise.resolve(true);

    const events = new BookEvents().tell(
      { rootId: 'k', isAllowed, look },
      reader as unknown as ServerResponse,
    );
    reader.closed = true;
    await events;

    expect(looks).toBe(1);
  });

  it('end when the key is revoked', async () => {
    const { id: keyId, key } = await issued();
    const book = await waitingBook(key);
    const events = await speech.request('GET', `/v1/audio/books/${book}/events`, { key });
    expect(events.status).toBe(200);

    await speech.request('DELETE', `/v1/admin/keys/${keyId}`);

    expect(await events.text()).toContain('event: book.');
    const after = await speech.request('GET', `/v1/audio/books/${book}`);
    expect(await after.json()).toMatchObject({ state: expect.stringMatching(/queued|running/) });
    await remove(book, KEY);
  });

  it('are fifty streams of a key at most', async () => {
    const { key } = await issued();
    const book = await waitingBook(key);
    const call = new AbortController();
    const follow = (signal: AbortSignal) =>
      speech.request('GET', `/v1/audio/books/${book}/events`, { key, signal });
    const open = await Promise.all(Array.from({ length: 50 }, () => follow(call.signal)));
    expect(open.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));

    const refused = await follow(call.signal);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toMatchObject({
      error: {
        code: 'concurrency_limit_reached',
        message: 'At most 50 streams of events of one key may be open.',
      },
    });

    call.abort();
    let status = 429;
    while (status === 429) {
      await pause(20);
      const again = new AbortController();
      ({ status } = await follow(again.signal));
      again.abort();
    }
    expect(status).toBe(200);
    await remove(book, KEY);
  });
});
