import { strToU8, zipSync } from 'fflate';

const CONTAINER =
  '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>' +
  '<rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

/** A picture of one dot. */
export const COVER = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export interface EpubExtras {
  readonly author?: string;
  readonly cover?: Uint8Array;
}

/** An EPUB 3 with these chapters, in this order whatever their files are called. */
export function epub(
  title: string,
  chapters: readonly (readonly [title: string, html: string])[],
  { author, cover }: EpubExtras = {},
): Uint8Array<ArrayBuffer> {
  const items = chapters.map(
    (_, index) =>
      `<item id="c${index}" href="text/z${9 - index}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const spine = chapters.map((_, index) => `<itemref idref="c${index}"/>`);
  const opf =
    '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">' +
    `<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title>` +
    `${author === undefined ? '' : `<dc:creator>${author}</dc:creator>`}</metadata>` +
    `<manifest><item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>${items.join('')}` +
    `${cover === undefined ? '' : '<item id="art" href="art/front%20cover.png" properties="cover-image" media-type="image/png"/>'}</manifest>` +
    `<spine><itemref idref="nav"/>${spine.join('')}</spine></package>`;
  const files = chapters.map(([heading, html], index) => [
    `OEBPS/text/z${9 - index}.xhtml`,
    strToU8(
      `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><h1>${heading}</h1>${html}</body></html>`,
    ),
  ]);
  return Uint8Array.from(
    zipSync({
      mimetype: [strToU8('application/epub+zip'), { level: 0 }],
      'META-INF/container.xml': strToU8(CONTAINER),
      'OEBPS/content.opf': strToU8(opf),
      'OEBPS/nav.xhtml': strToU8('<html><body><nav><a href="#">never read</a></nav></body></html>'),
      ...(cover === undefined ? {} : { 'OEBPS/art/front cover.png': cover }),
      ...(Object.fromEntries(files) as Record<string, Uint8Array>),
    }),
  );
}
