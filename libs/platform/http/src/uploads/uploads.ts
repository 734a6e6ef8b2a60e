import { HTTP_PROBLEMS, type ProblemDetails } from '../errors/index.js';
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

/** A form's place, while it comes and while work is done with it. */
interface Place {
  readonly owner: string;
  readonly sinceMs: number;
  /** Bytes that its connection had read before. */
  readonly readBefore: number;
  readonly request: Request;
  /** While it comes: ends that. */
  end?: (reason: Error) => void;
}

/** Whoever sends less keeps a place while nobody else waits for it. */
const SLOW_BYTES_PER_SECOND = 32 * 1024;
/** Until then nobody is slow. */
const GRACE_MS = 3000;

/** Reads multipart forms into memory, sizes limited before and while they come: no file is written. */
export class Uploads {
  readonly #places = new Set<Place>();

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
    const place = this.#take(owner, request);
    try {
      await this.#receive(asked, place);
      return await work(formOf(request));
    } finally {
      this.#places.delete(place);
    }
  }

  #take(owner: string, request: Request): Place {
    const own = [...this.#places].filter((place) => place.owner === owner);
    if (own.length >= this.options.mostOfOne) throw UPLOAD_ERRORS.limitReached(COME_AGAIN);
    if (this.#places.size >= this.options.most && !this.#endSlowest()) {
      throw UPLOAD_ERRORS.busy(COME_AGAIN);
    }
    const readBefore = request.socket.bytesRead;
    const place: Place = { owner, request, readBefore, sinceMs: performance.now() };
    this.#places.add(place);
    return place;
  }

  /** Places are for those who send: four that trickle would keep everybody out. @returns whether there was one */
  #endSlowest(): boolean {
    const slow = [...this.#places]
      .filter(({ end, sinceMs }) => end !== undefined && performance.now() - sinceMs > GRACE_MS)
      .map((place) => ({ place, speed: speedOf(place) }))
      .filter(({ speed }) => speed < SLOW_BYTES_PER_SECOND)
      .toSorted((a, b) => a.speed - b.speed);
    const [slowest] = slow;
    if (slowest === undefined) return false;
    slowest.place.end?.(tooSlow());
    this.#places.delete(slowest.place);
    return true;
  }

  async #receive({ request, response, maxFileBytes }: UploadRequest, place: Place): Promise<void> {
    const { files, receiveMs } = this.options;
    const read = multer({
      // As browsers and clients write names (RFC 7578, section 5.1).
      defParamCharset: 'utf8',
      storage: new StretchStorage(maxFileBytes),
      limits: {
        fileSize: maxFileBytes,
        files: files.length,
        fields: MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        parts: MAX_FIELDS + files.length,
      },
    }).fields(files.map((name) => ({ name, maxCount: 1 })));
    const received = Promise.withResolvers<undefined>();
    place.end = (reason) => {
      request.unpipe();
      request.resume();
      received.reject(reason);
    };
    const timer = setTimeout(() => place.end?.(tooLate()), receiveMs);
    const gone = () => received.reject(HTTP_PROBLEMS.malformedBody());
    response.once('close', gone);
    read(request, response, (error: unknown) => {
      if (error === undefined || error === null) received.resolve(undefined);
      else received.reject(this.#problemOf(error, maxFileBytes));
    });
    try {
      await received.promise;
    } finally {
      clearTimeout(timer);
      response.off('close', gone);
      delete place.end;
    }
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

const speedOf = ({ request, readBefore, sinceMs }: Place): number =>
  ((request.socket.bytesRead - readBefore) / (performance.now() - sinceMs)) * 1000;

/** What still comes is of no use: the connection ends with the answer. */
const CLOSE: ProblemDetails = { headers: { Connection: 'close' } };

const tooLate = (): Error => UPLOAD_ERRORS.timeout(CLOSE);

const tooSlow = (): Error =>
  UPLOAD_ERRORS.timeout({ ...CLOSE, message: 'The form came slowly while others waited.' });

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
