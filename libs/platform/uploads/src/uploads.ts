import { HTTP_PROBLEMS, type ProblemDetails } from '@sextant/platform-errors';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import { StretchStorage } from './stretch-storage.js';
import { UPLOAD_ERRORS } from './upload-errors.js';

const MAX_FIELDS = 50;
const MAX_FIELD_BYTES = 16 * 1024;
/** Fields, and what stands around files. */
const BYTES_BESIDE_FILES = 64 * 1024;
const COME_AGAIN: ProblemDetails = { headers: { 'Retry-After': '5' } };

export interface UploadOptions {
  /** Names of the parts that are files, each at most once. */
  readonly files: readonly string[];
  /** Forms that may be in memory at once. */
  readonly most: number;
  /** Of them, of one owner. */
  readonly mostOfOne: number;
  /** How long a form may take to come, in milliseconds. */
  readonly receiveMs: number;
}

export interface UploadRequest {
  readonly owner: string;
  readonly maxFileBytes: number;
  readonly request: Request;
  readonly response: Response;
}

export interface UploadedFile {
  /** As the caller names it. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A form as it came: a field that was repeated is a list. */
export interface UploadedForm {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly files: ReadonlyMap<string, UploadedFile>;
}

/** Reads multipart forms into memory, sizes limited before and while they come: no file is written. */
export class Uploads {
  readonly #active = new Map<string, number>();

  constructor(private readonly options: UploadOptions) {}

  /**
   * Gives a form to the work; its place is taken until the work is done, since the form is in memory for so long.
   *
   * @throws {Problem} `unsupported_media_type`, `malformed_body`, and all of `UPLOAD_ERRORS`
   */
  async use<Result>(
    asked: UploadRequest,
    work: (form: UploadedForm) => Promise<Result>,
  ): Promise<Result> {
    const { request, owner, maxFileBytes } = asked;
    if (request.is('multipart/form-data') === false) throw HTTP_PROBLEMS.unsupportedMediaType();
    const mostBytes = this.options.files.length * maxFileBytes + BYTES_BESIDE_FILES;
    if (Number(request.get('content-length') ?? 0) > mostBytes) throw tooLarge(maxFileBytes);
    this.#take(owner);
    try {
      await this.#receive(asked);
      return await work(formOf(request));
    } finally {
      this.#giveBack(owner);
    }
  }

  #take(owner: string): void {
    const own = this.#active.get(owner) ?? 0;
    const all = [...this.#active.values()].reduce((sum, count) => sum + count, 0);
    if (own >= this.options.mostOfOne) throw UPLOAD_ERRORS.limitReached(COME_AGAIN);
    if (all >= this.options.most) throw UPLOAD_ERRORS.busy(COME_AGAIN);
    this.#active.set(owner, own + 1);
  }

  #giveBack(owner: string): void {
    const left = (this.#active.get(owner) ?? 1) - 1;
    if (left === 0) this.#active.delete(owner);
    else this.#active.set(owner, left);
  }

  #receive({ request, response, maxFileBytes }: UploadRequest): Promise<void> {
    const { files, receiveMs } = this.options;
    const read = multer({
      storage: new StretchStorage(maxFileBytes),
      limits: {
        fileSize: maxFileBytes,
        files: files.length,
        fields: MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        parts: MAX_FIELDS + files.length,
      },
    }).fields(files.map((name) => ({ name, maxCount: 1 })));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        request.unpipe();
        request.resume();
        // What still comes is of no use: the connection ends with the answer.
        reject(UPLOAD_ERRORS.timeout({ headers: { Connection: 'close' } }));
      }, receiveMs);
      read(request, response, (error: unknown) => {
        clearTimeout(timer);
        if (error === undefined || error === null) resolve();
        else reject(this.#problemOf(error, maxFileBytes));
      });
    });
  }

  #problemOf(error: unknown, maxFileBytes: number): Error {
    if (!(error instanceof MulterError)) return HTTP_PROBLEMS.malformedBody({ cause: error });
    const { field = 'body', code, message } = error;
    const details = { details: { field }, cause: error };
    if (code === 'LIMIT_FILE_SIZE') return tooLarge(maxFileBytes, details);
    if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT') {
      const names = this.options.files.join(', ');
      return UPLOAD_ERRORS.invalidForm({
        ...details,
        message: `Send one file each as ${names}, and no others.`,
      });
    }
    return UPLOAD_ERRORS.invalidForm({ ...details, message: `The form is not valid: ${message}.` });
  }
}

const tooLarge = (maxFileBytes: number, details: ProblemDetails = {}): Error =>
  UPLOAD_ERRORS.tooLarge({
    ...details,
    message: `A file may have ${String(Math.floor(maxFileBytes / 1024 / 1024))} MB.`,
  });

function formOf(request: Request): UploadedForm {
  const files = request.files as Record<string, Express.Multer.File[]> | undefined;
  return {
    fields: { ...(request.body as Readonly<Record<string, unknown>>) },
    files: new Map(
      Object.entries(files ?? {}).flatMap(([part, [file]]) =>
        file === undefined
          ? []
          : [[part, { name: file.originalname, bytes: file.buffer }] as const],
      ),
    ),
  };
}
