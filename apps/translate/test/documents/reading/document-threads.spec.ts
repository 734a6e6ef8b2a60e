import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { DocumentThreads } from '../../../src/documents/reading/document-threads.js';

const SIDE = 4000;

/** A PDF of one page with so many pictures: small as it is sent, 64 MB each when they are unpacked. */
async function pdfOfPictures(count: number): Promise<Buffer> {
  const grey = { width: SIDE, height: SIDE, channels: 3, background: '#cccccc' } as const;
  const picture = await sharp({ create: grey }).jpeg({ quality: 10 }).toBuffer();
  const all = Array.from({ length: count }, (_, at) => at);
  const content = all.map((at) => `q 99 0 0 99 ${at} ${at} cm /I${at} Do Q`).join('\n');
  const resources = all.map((at) => `/I${at} ${at + 5} 0 R`).join(' ');
  const stream = (dictionary: string, bytes: Buffer) => [
    Buffer.from(`<<${dictionary}/Length ${bytes.length}>>stream\n`),
    ...[bytes, Buffer.from('\nendstream')],
  ];
  const image = `/Type/XObject/Subtype/Image/Width ${SIDE}/Height ${SIDE}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode`;
  const objects = [
    [Buffer.from('<</Type/Catalog/Pages 2 0 R>>')],
    [Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>')],
    [
      Buffer.from(
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</XObject<<${resources}>>>>>>`,
      ),
    ],
    stream('', Buffer.from(content)),
    // Readers keep those that are the same once.
    ...all.map((at) => stream(image, Buffer.concat([picture, Buffer.from([at])]))),
  ];
  const numbered = objects.flatMap((parts, at) => [
    Buffer.from(`${at + 1} 0 obj`),
    ...[...parts, Buffer.from(' endobj\n')],
  ]);
  const trailer = Buffer.from('trailer<</Root 1 0 R>>\n%%EOF');
  return Buffer.concat([Buffer.from('%PDF-1.4\n'), ...numbered, trailer]);
}

const html = (text: string): Buffer => Buffer.from(`<p>${text}</p>`);

/** Ids of the threads of this process that hold documents, or wait for one. */
const documentThreads = (): readonly string[] =>
  readdirSync('/proc/self/task').filter(
    (id) => readFileSync(`/proc/self/task/${id}/comm`, 'utf8') === 'document\n',
  );

describe('a thread for which nobody waits any more', () => {
  it('ends, whatever it reads', async () => {
    const threads = new DocumentThreads();
    const gone = new AbortController();
    // Markdown that takes all the time there is.
    const slow = Buffer.from('*a _b '.repeat(60_000));
    const reading = threads.inspect('md', slow, { signal: gone.signal });
    gone.abort(new Error('gone'));

    await expect(reading).rejects.toThrow('gone');
    expect(documentThreads()).toEqual([]);
    await expect(threads.inspect('md', slow, { signal: gone.signal })).rejects.toThrow('gone');
  });
});

describe('a thread whose document is closed', () => {
  it('takes the next one', async () => {
    const threads = new DocumentThreads();
    await threads.inspect('html', html('one'));
    const [first] = documentThreads();
    const document = await threads.open('html', html('two'));

    expect(document.units.map(({ text }) => text)).toEqual(['two</p>']);
    expect(documentThreads()).toEqual([first]);

    const written = await document.write(['dos</p>']);
    await Promise.all([document.close(), document.close()]);
    expect(Buffer.from(written).toString()).toBe('<p>dos</p>');
    expect(documentThreads()).toEqual([first]);
    await threads.close();
    expect(documentThreads()).toEqual([]);
  });

  it('has forgotten it, and is nobody else’s while it has one', async () => {
    const threads = new DocumentThreads();
    const [one, two] = await Promise.all([
      threads.open('html', html('one')),
      threads.open('html', html('two')),
    ]);
    expect(documentThreads()).toHaveLength(2);

    await one.close();
    await expect(one.write(['uno</p>'])).rejects.toThrow('no document is open');
    expect(Buffer.from(await two.write(['dos</p>'])).toString()).toBe('<p>dos</p>');
    await two.close();
    expect(documentThreads()).toHaveLength(1);
    await threads.close();
  });

  it('ends where it owes an answer, which could come to whoever asks next', async () => {
    const threads = new DocumentThreads();
    const document = await threads.open('html', html('one'));

    const writing = document.write(['uno</p>']).catch((error: unknown) => error);
    await document.close();

    expect(documentThreads()).toEqual([]);
    expect(await writing).toMatchObject({ code: 'document_invalid' });
  });

  it.each([
    ['it was refused', 'docx', Buffer.from('no zip'), 'Invalid file data'],
    ['it was long', 'txt', Buffer.alloc(3 * 1024 * 1024, `${'a '.repeat(500)}\n\n`), undefined],
  ])('ends where %s', async (_why, format, bytes, refusal) => {
    const threads = new DocumentThreads();
    const inspected = threads.inspect(format, bytes);
    await (refusal === undefined ? inspected : expect(inspected).rejects.toThrow(refusal));
    expect(documentThreads()).toEqual([]);
  });

  it('ends when nobody has come for so long', async () => {
    const threads = new DocumentThreads({ restMs: 50 });
    await threads.inspect('html', html('one'));
    while (documentThreads().length > 0) await sleep(20);
  });
});

describe('a thread with a document', () => {
  it('ends where pictures unpack to more than it may have', async () => {
    const threads = new DocumentThreads({ memoryMegabytes: 100 });
    const pages = await threads.drawn(await pdfOfPictures(40));

    const drawn = pages.page(1).finally(() => void pages.close());

    await expect(drawn).rejects.toMatchObject({
      code: 'document_invalid',
      message: 'Invalid file data: it takes too much to read.',
    });
  }, 120_000);

  it('draws a page whose pictures are within it', async () => {
    const threads = new DocumentThreads();
    const pages = await threads.drawn(await pdfOfPictures(2));

    const png = await pages.page(1).finally(() => void pages.close());

    expect(Buffer.from(png.subarray(1, 4)).toString()).toBe('PNG');
  }, 120_000);
});
