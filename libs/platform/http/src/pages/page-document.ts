import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { IssuerMetadata } from './issuer-metadata.js';

/** A document as it goes out at this moment. */
export interface MadeDocument {
  readonly etag: string;
  readonly html: Buffer;
  /** Compressed when somebody asks for it first. */
  readonly compressed: () => Promise<{ readonly br: Buffer; readonly gzip: Buffer }>;
}

/** A document that Vite has built, with what the service tells its page. */
export class PageDocument {
  #made: { readonly metadata: object | undefined; readonly document: MadeDocument } | undefined;

  constructor(
    private readonly template: string,
    private readonly settings: object,
    private readonly issuer?: IssuerMetadata,
  ) {}

  current(): MadeDocument {
    const metadata = this.issuer?.current();
    if (this.#made === undefined || this.#made.metadata !== metadata) {
      const told = metadata === undefined ? this.settings : { ...this.settings, metadata };
      this.#made = { metadata, document: documentOf(this.template, told) };
    }
    return this.#made.document;
  }
}

/** Puts the settings in as data, which no browser runs; `<` is escaped so that they cannot end it. */
function documentOf(template: string, settings: object): MadeDocument {
  const data = JSON.stringify(settings).replaceAll('<', String.raw`\u003c`);
  const text = template.replace(
    '</head>',
    () => `<script type="application/json" id="settings">${data}</script></head>`,
  );
  const html = Buffer.from(text);
  const hash = createHash('sha256').update(html).digest('base64url').slice(0, 22);
  let made: ReturnType<MadeDocument['compressed']> | undefined;
  return { etag: `W/"${hash}"`, html, compressed: () => (made ??= compress(html)) };
}

async function compress(html: Buffer) {
  const [br, gz] = await Promise.all([promisify(brotliCompress)(html), promisify(gzip)(html)]);
  return { br, gzip: gz };
}
