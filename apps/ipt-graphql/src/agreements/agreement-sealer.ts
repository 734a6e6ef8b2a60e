import { ContentKeyWrapping } from '../content/keys/content-keys.js';
import { Injectable } from '@nestjs/common';
import { Random } from '@sextant/platform-runtime/clock';
import { AgreementPrinter } from './agreement-printer.js';
import { Archive } from '../content/copies/archive.js';
import {
  withKeyService,
  type ContentKeyWrapper,
  type KeyContext,
} from '../content/keys/content-keys.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { CONTENT_KEY_BYTES, keyIdOf, seal } from './sealed-document.js';
import {
  type SealedAgreement,
  SealedAgreements,
  type SealedContent,
  type SealedPlace,
} from './sealed-agreements.js';
import { canonicalBytes, sha256Hex, type JsonObject } from '../fields/strict-json.js';

export interface SealRequest {
  readonly tenant: string;
  readonly chainId: number;
  readonly ipnftId: string;
  readonly wallet: string;
  readonly document: JsonObject;
}

/** About what a key takes in the database (our choice). */
const KEY_ROW_BYTES = 1024;

/** Encrypts agreements and their prints, each once: the same agreement again has the same bytes and CIDs. */
@Injectable()
export class AgreementSealer {
  constructor(
    /** Absent: nothing can be encrypted here. */
    private readonly wrapping: ContentKeyWrapping,
    private readonly keys: SealedAgreements,
    private readonly archive: Archive,
    private readonly printer: AgreementPrinter,
    private readonly random: Random,
  ) {}

  /**
   * The key is kept before anything is encrypted with it, and both are a function of key and document: whoever was killed in
   * between goes on where it was.
   *
   * @throws {Problem} `FORBIDDEN` without a key service, `KEY_SERVICE_UNAVAILABLE`, `KEY_REFUSED`, `QUOTA_EXCEEDED`,
   *   `METADATA_UPLOAD_FAILED`, `FONT_UNAVAILABLE`
   */
  async store({ wallet, document, ...of }: SealRequest): Promise<SealedContent> {
    const wrapper = requiredWrapper(this.wrapping.wrapper);
    const bytes = canonicalBytes(document);
    const place = { ...of, documentHash: sha256Hex(bytes) };
    const known = await this.keys.find(place);
    if (known?.content !== undefined) return known.content;
    const key =
      known === undefined
        ? await this.#newKey(wrapper, { ...place, wallet })
        : await openKey(wrapper, known);
    try {
      return await this.#stored(place, { bytes, document, key });
    } finally {
      key.fill(0);
    }
  }

  async #newKey(
    wrapper: ContentKeyWrapper,
    place: SealedPlace & { readonly wallet: string },
  ): Promise<Uint8Array> {
    // First, so that a tenant without room makes no rows, and no work for the key service.
    await this.archive.charge(place.tenant, `key ${place.documentHash}`, KEY_ROW_BYTES);
    const key = Uint8Array.from(this.random.bytes(CONTENT_KEY_BYTES));
    const keyId = keyIdOf(key);
    const wrappedKey = await withKeyService(() => wrapper.wrap(key, contextOf(place, keyId)));
    const kept = await this.keys.keep({ ...place, keyId, wrappedKey });
    return kept.keyId === keyId ? key : await openKey(wrapper, kept);
  }

  async #stored(
    place: SealedPlace,
    { bytes, document, key }: { bytes: Uint8Array; document: JsonObject; key: Uint8Array },
  ): Promise<SealedContent> {
    const { archive, printer, keys } = this;
    const { tenant, chainId, ipnftId } = place;
    const of = { chainId, ipnftId };
    const sealed = seal(bytes, key, { contentType: 'application/json', ...of });
    const print = await printer.print(document);
    const sealedPrint = seal(print, key, { contentType: 'application/pdf', ...of });
    const content = {
      cid: await archive.add(tenant, sealed),
      pdfCid: await archive.add(tenant, sealedPrint),
      contentHash: sha256Hex(sealed),
    };
    await keys.settle(place, content);
    // Somebody may have been first, with another version of the print.
    return (await keys.find(place))?.content ?? content;
  }
}

/** @throws {Problem} `FORBIDDEN` */
export function requiredWrapper(wrapper: ContentKeyWrapper | undefined): ContentKeyWrapper {
  if (wrapper !== undefined) return wrapper;
  throw IPT_ERRORS.forbidden({
    message:
      'Agreements cannot be encrypted here: whoever runs the service has to set one of AGREEMENT_*.',
  });
}

/** @throws {Problem} `KEY_REFUSED` also when another key comes back than the agreement was encrypted with */
export async function openKey(
  wrapper: ContentKeyWrapper,
  { keyId, wrappedKey, ...place }: Omit<SealedAgreement, 'content'>,
): Promise<Uint8Array> {
  const key = await withKeyService(() => wrapper.unwrap(wrappedKey, contextOf(place, keyId)));
  if (keyIdOf(key) === keyId) return key;
  throw IPT_ERRORS.keyRefused();
}

const contextOf = (
  { tenant, chainId, ipnftId }: Omit<SealedPlace, 'documentHash'>,
  keyId: string,
): KeyContext => ({ tenant, chainId, ipnftId, keyId });
