import { Admission, type AdmissionTask } from '../admission/admission.js';
import { Arrivals } from '../admission/arrivals.js';
import { Lanes } from '../admission/lanes.js';
import { HTTP_PROBLEMS, type ProblemDetails } from '../errors/index.js';
import { holdTimeout } from '../requests/request-context.js';
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
  /** Forms that work is done with at once. */
  readonly most: number;
  /** Of them, of one owner. */
  readonly mostOfOne: number;
  /** Bytes of the largest form, of which an owner has room for `mostOfOne`; 32 MiB if absent. */
  readonly largestBytes?: number;
  /** How long a form may take to come, in milliseconds. */
  readonly receiveMs: number;
  /** How long it may wait before it is read; a minute if absent. */
  readonly patienceMs?: number;
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

/** One that there is room for. */
interface AdmittedUpload extends UploadRequest {
  readonly lane: Admission;
}

const MIB = 1024 * 1024;
const LARGEST_BYTES = 32 * MIB;
const PATIENCE_MS = 60_000;
/** Forms up to this do not wait for larger ones, which take longer to come. */
const SMALL_BYTES = MIB;
/** For each form that work may be done with. */
const SMALL_FORMS = 8;
/** Forms of an owner that may wait, by their size: a connection each, as nothing is read of them. */
const WAITING_FORMS = 16;

/**
 * Reads multipart forms into memory, sizes limited before and while they come: no file is written.
 *
 * A form is read when there is room for it, and work is done with it when it is its turn; until then it waits, and waiting
 * takes nothing of the time that its answer has. Owners have their turns by what they were given.
 */
export class Uploads {
  readonly #room: Lanes;
  readonly #work: Admission;
  readonly #arrivals = new Arrivals();

  constructor(private readonly options: UploadOptions) {
    const { most, mostOfOne, largestBytes = LARGEST_BYTES } = options;
    // Owners that fill what work may be done with leave room for what one more may have.
    const laneOf = (bytes: number) => ({
      atOnce: (most + mostOfOne) * bytes,
      ofOne: mostOfOne * bytes,
      waitingOfOne: WAITING_FORMS * bytes,
    });
    this.#room = new Lanes({
      upTo: SMALL_BYTES,
      small: laneOf(SMALL_FORMS * SMALL_BYTES),
      large: laneOf(largestBytes + BYTES_BESIDE_FILES),
    });
    this.#work = new Admission({ atOnce: most, ofOne: mostOfOne, waitingOfOne: Infinity });
  }

  /**
   * Gives a form to the work. Its room is taken until the work is done, since the form is in memory for so long.
   *
   * @throws {Problem} `unsupported_media_type`, `malformed_body`, `too_much_waiting`, and all of `UPLOAD_ERRORS`
   */
  async use<Result>(
    asked: UploadRequest,
    work: (form: UploadedForm) => Promise<Result>,
  ): Promise<Result> {
    const { request, response, owner, maxFileBytes } = asked;
    if (request.is('multipart/form-data') === false) throw HTTP_PROBLEMS.unsupportedMediaType();
    const mostBytes = this.options.files.length * maxFileBytes + BYTES_BESIDE_FILES;
    const bytes = Number(request.get('content-length') ?? mostBytes);
    if (bytes > mostBytes) throw tooLarge(maxFileBytes);
    const gone = new AbortController();
    const leave = () => gone.abort(HTTP_PROBLEMS.malformedBody());
    response.once('close', leave);
    try {
      const lane = this.#room.laneOf(bytes);
      const giveRoomBack = await this.#enter(lane, { owner, amount: bytes }, gone.signal);
      try {
        await this.#receive({ ...asked, lane });
        const begin = holdTimeout(response);
        const atItsTurn = () => {
          begin();
          return work(formOf(request));
        };
        return await this.#work.during({ owner, amount: 1 }, atItsTurn, gone.signal);
      } finally {
        giveRoomBack();
      }
    } finally {
      response.off('close', leave);
    }
  }

  /** Waits until there is room for a form. @returns gives it back */
  async #enter(lane: Admission, asked: AdmissionTask, gone: AbortSignal): Promise<() => void> {
    const late = new AbortController();
    const patience = setTimeout(
      () => late.abort(UPLOAD_ERRORS.busy(COME_AGAIN)),
      this.options.patienceMs ?? PATIENCE_MS,
    );
    try {
      return await this.#arrivals.enter(lane, asked, AbortSignal.any([gone, late.signal]));
    } finally {
      clearTimeout(patience);
    }
  }

  async #receive({ request, response, maxFileBytes, lane }: AdmittedUpload): Promise<void> {
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
    const end = (reason: Error) => {
      request.unpipe();
      request.resume();
      received.reject(reason);
    };
    const arrived = this.#arrivals.begin(lane, request, () => end(tooSlow()));
    const timer = setTimeout(() => end(tooLate()), receiveMs);
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
      arrived();
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
