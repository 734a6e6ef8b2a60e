import { Injectable } from '@nestjs/common';
import { CHUNK_BYTES, cidOfUri } from '../content/cid.js';
import { ContentStore } from '../content/content-store.js';
import { isObject, parseObject, type Json, type JsonObject } from '../fields/strict-json.js';

/** What the metadata of an IP-NFT says, as far as it is stored here. */
export interface Description {
  readonly metadataCid: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly organization: string | null;
  readonly topic: string | null;
  readonly externalUrl: string | null;
  /** Only when the image is stored here too. */
  readonly imageCid: string | null;
  readonly agreements: readonly DescribedAgreement[];
}

export interface DescribedAgreement {
  readonly type: string;
  readonly uri: string;
  readonly mimeType: string | null;
  readonly contentHash: string | null;
  /** Only when it is stored here. */
  readonly cid: string | null;
}

const MAX_AGREEMENTS = 100;
/** What pages show as a link: nothing that a browser would run. */
const LINK = /^(https?|ipfs):\/\/[^\s/]/i;

/**
 * Reads metadata for whoever shows it. Whoever mints writes the address of the metadata, so it may be anything that is
 * stored here: what is not of the shape is absent, nothing is refused.
 */
@Injectable()
export class Descriptions {
  constructor(private readonly content: ContentStore) {}

  /** `undefined` when the metadata is kept elsewhere, or is none. */
  async of(tokenUri: string): Promise<Description | undefined> {
    const metadataCid = cidOfUri(tokenUri)?.toV1().toString();
    const document = metadataCid === undefined ? undefined : await this.document(metadataCid);
    if (metadataCid === undefined || document === undefined) return undefined;
    const properties = objectIn(document, 'properties');
    const details = objectIn(properties, 'project_details');
    const link = textIn(document, 'external_url');
    return {
      metadataCid,
      name: textIn(document, 'name'),
      description: textIn(document, 'description'),
      organization: textIn(details, 'organization'),
      topic: textIn(details, 'topic'),
      externalUrl: link !== null && LINK.test(link) ? link : null,
      imageCid: await this.stored(textIn(document, 'image')),
      agreements: await this.agreements(properties['agreements']),
    };
  }

  private async document(cid: string): Promise<JsonObject | undefined> {
    const content = await this.content.open(cid, 'file');
    // Images are stored here too: only what can be metadata is read.
    if (content === undefined || content.sizeBytes > CHUNK_BYTES) return undefined;
    if (content.start[0] !== BRACE) return undefined;
    const bytes = await this.content.read(cid);
    try {
      return parseObject(new TextDecoder().decode(bytes), 'metadata');
    } catch {
      return undefined; // not JSON: a document of another kind
    }
  }

  private async agreements(list: Json | undefined): Promise<readonly DescribedAgreement[]> {
    const items = Array.isArray(list) ? (list as readonly Json[]).slice(0, MAX_AGREEMENTS) : [];
    return await Promise.all(
      items.filter(isObject).map(async (item) => ({
        type: textIn(item, 'type') ?? '',
        uri: textIn(item, 'url') ?? '',
        mimeType: textIn(item, 'mime_type'),
        contentHash: textIn(item, 'content_hash'),
        cid: await this.stored(textIn(item, 'url')),
      })),
    );
  }

  private async stored(uri: string | null): Promise<string | null> {
    const cid = uri === null ? undefined : cidOfUri(uri)?.toV1().toString();
    const block = cid === undefined ? undefined : await this.content.open(cid, 'block');
    return cid === undefined || block === undefined ? null : cid;
  }
}

const BRACE = '{'.charCodeAt(0);

const textIn = (object: JsonObject, name: string): string | null => {
  const value = object[name];
  return typeof value === 'string' ? value : null;
};

const objectIn = (object: JsonObject, name: string): JsonObject => {
  const value = object[name];
  return isObject(value) ? value : {};
};
