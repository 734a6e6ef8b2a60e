import { ImageSettings } from './image.settings.js';
import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import type { Caller } from '../access/caller.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { Ledger, type UploadRecord } from '../ledger/ledger.js';
import type { UploadReceiver } from './upload-receiver.js';
import { requiredId, requiredText, type Maybe } from '../requests/requests.js';

/** Artwork that IP-NFTs may have (spec 3, part 8). */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** Where images are put straight by clients, until their metadata is stored. */
export abstract class ObjectStore {
  /** A URL that takes one PUT with this content type. */
  abstract uploadUrl(upload: UploadRecord, baseUrl: string): Promise<string>;
  /** @param maxBytes larger objects are refused */
  abstract read(upload: UploadRecord, maxBytes: number): Promise<Uint8Array | undefined>;
  /** Whether the store learns of each upload, and so knows which are there. */
  abstract readonly reportsUploads: boolean;
  /** Set when the store takes uploads in itself. */
  abstract readonly service?: UploadReceiver;
}

/** An image that decodes and is what its type says. */
export interface CheckedImage {
  /** What is stored: SVG is written anew without what could run. */
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Recommendations that it does not follow. */
  readonly warnings: readonly string[];
}

export abstract class ImageChecks {
  /**
   * @param owner whose image it is: what takes long is done in turns by owner
   * @throws {Problem} `UNSUPPORTED_IMAGE_TYPE`
   */
  abstract check(bytes: Uint8Array, type: ImageType, owner: string): Promise<CheckedImage>;
}

export interface ImageUpload {
  readonly uploadUrl: string;
  readonly key: string;
  readonly expiresAt: Date;
}

export interface UploadRequest {
  readonly filename?: Maybe<string>;
  readonly contentType?: Maybe<string>;
  readonly ipnftId?: Maybe<string>;
  /** Seconds. */
  readonly expiresIn?: Maybe<number>;
}

const DEFAULT_SECONDS = 3600;
/** What S3 allows as well. */
const MAX_SECONDS = 604_800;

/** Images on their way from the client into metadata. */
@Injectable()
export class Images {
  constructor(
    private readonly ledger: Ledger,
    private readonly objects: ObjectStore,
    private readonly checks: ImageChecks,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly settings: ImageSettings,
  ) {}

  /** @throws {Problem} `INVALID_INPUT`, `UNSUPPORTED_IMAGE_TYPE` */
  async issueUrl(caller: Caller, request: UploadRequest, baseUrl: string): Promise<ImageUpload> {
    caller.require('mint');
    const ipnftId = requiredId(request.ipnftId);
    const filename = fileName(request.filename);
    const contentType = imageType(requiredText(request.contentType, 'contentType', 100));
    const expiresAt = new Date(this.clock.nowMs() + lifetime(request.expiresIn) * 1000);
    const upload: UploadRecord = {
      id: this.ids.next(),
      tenant: caller.tenant,
      ipnftId,
      key: `ipnft-${ipnftId}/${filename}`,
      contentType,
      expiresAt,
      storedAt: null,
    };
    await this.ledger.recordUpload(upload);
    const uploadUrl = await this.objects.uploadUrl(upload, baseUrl);
    return { uploadUrl, key: upload.key, expiresAt };
  }

  /**
   * The newest image that was uploaded with a key, checked.
   *
   * @throws {Problem} `IMAGE_UPLOAD_FAILED`, `UNSUPPORTED_IMAGE_TYPE`
   */
  async find(caller: Caller, ipnftId: string, key: string): Promise<CheckedImage> {
    const uploads = await this.ledger.uploadsOf(caller.tenant, ipnftId, key);
    const { objects, checks } = this;
    const { maxImageBytes: maxBytes } = this.settings;
    for (const upload of uploads) {
      if (objects.reportsUploads && upload.storedAt === null) continue;
      const bytes = await objects.read(upload, maxBytes);
      if (bytes !== undefined) {
        return await checks.check(bytes, imageType(upload.contentType), caller.tenant);
      }
    }
    throw IPT_ERRORS.imageUploadFailed();
  }
}

function imageType(text: string): ImageType {
  const type = IMAGE_TYPES.find((known) => known === text.toLowerCase());
  if (type === undefined) {
    throw IPT_ERRORS.unsupportedImageType({
      message: `contentType must be one of ${IMAGE_TYPES.join(', ')}.`,
    });
  }
  return type;
}

function fileName(value: Maybe<string>): string {
  const name = requiredText(value, 'filename', 200);
  if (/^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._()-]*$/u.test(name) && !name.includes('..')) return name;
  throw IPT_ERRORS.invalidInput({
    message: 'filename must be letters, digits, spaces and . _ ( ) - only, without a folder.',
  });
}

function lifetime(expiresIn: Maybe<number>): number {
  if (expiresIn === null || expiresIn === undefined) return DEFAULT_SECONDS;
  if (expiresIn >= 1 && expiresIn <= MAX_SECONDS) return expiresIn;
  throw IPT_ERRORS.invalidInput({ message: `expiresIn must be from 1 to ${MAX_SECONDS} seconds.` });
}
