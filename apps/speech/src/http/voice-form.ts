import { HTTP_PROBLEMS } from '@sextant/platform-errors';
import { validationPipe } from '@sextant/platform-http';
import type { Request, Response } from 'express';
import multer, { memoryStorage, MulterError } from 'multer';
import { SPEECH_ERRORS } from '../domain/speech-errors.js';
import { invalid } from '../domain/speech-service.js';
import { VOICE_ERRORS } from '../domain/voices/voice-errors.js';
import { validationProblem } from './validation-problem.js';
import { VoiceFormDto } from './voices.dto.js';

const MAX_FILE_BYTES = 25 * 1024 * 1024;
/** Two files and the fields. */
const MAX_BODY_BYTES = 2 * MAX_FILE_BYTES + 64 * 1024;
/** Uploads that may be in memory at once. */
const MAX_UPLOADS = 8;
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
let active = 0;

/** Reads a multipart form into memory, sizes limited before and while it comes: no file is written. */
export async function readVoiceForm(request: Request, response: Response): Promise<VoiceForm> {
  if (request.is('multipart/form-data') === false) throw HTTP_PROBLEMS.unsupportedMediaType();
  if (Number(request.get('content-length') ?? 0) > MAX_BODY_BYTES) throw VOICE_ERRORS.tooLarge();
  if (active >= MAX_UPLOADS) throw SPEECH_ERRORS.busy({ headers: { 'Retry-After': '5' } });
  active += 1;
  try {
    await receive(request, response);
  } finally {
    active -= 1;
  }
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

function receive(request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    upload(request, response, (error: unknown) => {
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
