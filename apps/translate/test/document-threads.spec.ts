import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { DocumentThreads } from '../src/adapters/documents/document-threads.js';

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

describe('a thread with a document', () => {
  it('ends where pictures unpack to more than it may have', async () => {
    const threads = new DocumentThreads({ memoryMegabytes: 100 });
    const pages = await threads.drawn(await pdfOfPictures(40));

    const drawn = pages.page(1).finally(() => pages.close());

    await expect(drawn).rejects.toMatchObject({
      code: 'document_invalid',
      message: 'Invalid file data: it takes too much to read.',
    });
  }, 120_000);

  it('draws a page whose pictures are within it', async () => {
    const threads = new DocumentThreads();
    const pages = await threads.drawn(await pdfOfPictures(2));

    const png = await pages.page(1).finally(() => pages.close());

    expect(Buffer.from(png.subarray(1, 4)).toString()).toBe('PNG');
  }, 120_000);
});
