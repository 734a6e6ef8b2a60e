import { HTTP_PROBLEMS } from '@sextant/platform-errors';
import { validationPipe } from '@sextant/platform-http';
import type { Request, Response } from 'express';
import multer, { memoryStorage, MulterError } from 'multer';
import type { Caller } from '../domain/scopes.js';
import { invalid } from '../domain/speech-service.js';
import { VOICE_ERRORS } from '../domain/voices/voice-errors.js';
import { validationProblem } from './validation-problem.js';
import { VoiceFormDto } from './voices.dto.js';

const MAX_FILE_BYTES = 25 * 1024 * 1024;
/** Two files and the fields. */
const MAX_BODY_BYTES = 2 * MAX_FILE_BYTES + 64 * 1024;
const FILES = ['sample', 'consent_recording'] as const;

/** A voice creation as it came. */
export interface VoiceForm {
  readonly fields: VoiceFormDto;
  readonly sample: Uint8Array;
  readonly consentRecording: Uint8Array | undefined;
}

const upload = multer({
  storage: memoryStorage(),
  limits: { fileSize: MAX_FILE_BYTES, files: 2, fields: 10, fieldSize: 16_384, parts: 12 },
}).fields(FILES.map((name) => ({ name, maxCount: 1 })));
const pipe = validationPipe(validationProblem);

export interface VoiceFormLimits {
  /** Forms that may be in memory at once. */
  readonly most: number;
  /** Of them, of one workspace. */
  readonly mostOfOne: number;
  /** How long a form may take to come, in milliseconds. */
  readonly receiveMs: number;
}

/** Two minutes: 50 MB at 3.5 Mbit/s. */
export const VOICE_FORM_LIMITS: VoiceFormLimits = { most: 8, mostOfOne: 2, receiveMs: 120_000 };

export interface VoiceFormRequest {
  readonly caller: Caller;
  readonly request: Request;
  readonly response: Response;
}

/** Reads multipart forms into memory, sizes limited before and while they come: no file is written. */
export class VoiceForms {
  readonly #active = new Map<string, number>();

  constructor(private readonly limits: VoiceFormLimits) {}

  /**
   * Gives a form to the work; its place is taken until the work is done, since the form is in memory for so long.
   *
   * @throws {Problem} `upload_limit_reached`, `uploads_busy`, `upload_timeout`, `file_too_large`, `validation_failed`
   */
  async use<Result>(
    asked: VoiceFormRequest,
    work: (form: VoiceForm) => Promise<Result>,
  ): Promise<Result> {
    const { request, caller } = asked;
    if (request.is('multipart/form-data') === false) throw HTTP_PROBLEMS.unsupportedMediaType();
    if (Number(request.get('content-length') ?? 0) > MAX_BODY_BYTES) throw VOICE_ERRORS.tooLarge();
    this.take(caller.workspace);
    try {
      return await work(await read(asked, this.limits.receiveMs));
    } finally {
      this.giveBack(caller.workspace);
    }
  }

  private take(workspace: string): void {
    const own = this.#active.get(workspace) ?? 0;
    const all = [...this.#active.values()].reduce((sum, count) => sum + count, 0);
    const headers = { 'Retry-After': '5' };
    if (own >= this.limits.mostOfOne) throw VOICE_ERRORS.uploadLimit({ headers });
    if (all >= this.limits.most) throw VOICE_ERRORS.uploadsBusy({ headers });
    this.#active.set(workspace, own + 1);
  }

  private giveBack(workspace: string): void {
    const left = (this.#active.get(workspace) ?? 1) - 1;
    if (left === 0) this.#active.delete(workspace);
    else this.#active.set(workspace, left);
  }
}

async function read(
  { request, response }: VoiceFormRequest,
  receiveMs: number,
): Promise<VoiceForm> {
  await receive(request, response, receiveMs);
  const fields = (await pipe.transform(
    { ...(request.body as object) },
    { type: 'body', metatype: VoiceFormDto },
  )) as VoiceFormDto;
  const sample = fileOf(request, 'sample');
  if (sample === undefined) throw invalid('sample', 'The file sample is missing.');
  return { fields, sample, consentRecording: fileOf(request, 'consent_recording') };
}

function fileOf(request: Request, name: (typeof FILES)[number]): Uint8Array | undefined {
  const files = request.files as Record<string, Express.Multer.File[]> | undefined;
  return files?.[name]?.[0]?.buffer;
}

function receive(request: Request, response: Response, receiveMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      request.unpipe();
      request.resume();
      // What still comes is of no use: the connection ends with the answer.
      reject(VOICE_ERRORS.uploadTimeout({ headers: { Connection: 'close' } }));
    }, receiveMs);
    upload(request, response, (error: unknown) => {
      clearTimeout(timer);
      if (error === undefined || error === null) resolve();
      else reject(problemOf(error));
    });
  });
}

function problemOf(error: unknown): Error {
  if (!(error instanceof MulterError)) return HTTP_PROBLEMS.malformedBody({ cause: error });
  const { field = 'body', code } = error;
  if (code === 'LIMIT_FILE_SIZE') {
    return VOICE_ERRORS.tooLarge({ details: { field }, cause: error });
  }
  if (code === 'LIMIT_UNEXPECTED_FILE' || code === 'LIMIT_FILE_COUNT') {
    return invalid(field, 'Send one file sample and one file consent_recording, and no others.');
  }
  return invalid(field, `The form is not valid: ${error.message}.`);
}
