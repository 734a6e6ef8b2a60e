import { Injectable } from '@nestjs/common';
import { Problem } from '@sextant/platform-http/errors';
import { validationPipe } from '@sextant/platform-http';
import { Uploads, type UploadedForm } from '@sextant/platform-http/uploads';
import type { Request, Response } from 'express';
import type { Caller } from '../access/scopes.js';
import { invalid } from '../errors/request-errors.js';
import { validationProblem } from '../http/validation-problem.js';
import { VoiceFormDto } from './voices.dto.js';

const MAX_FILE_BYTES = 25 * 1024 * 1024;
/** Two minutes: 50 MB at 3.5 Mbit/s. */
const RECEIVE_MS = 120_000;

/** A voice creation as it came. */
export interface VoiceForm {
  readonly fields: VoiceFormDto;
  readonly sample: Uint8Array;
  readonly consentRecording: Uint8Array | undefined;
}

const pipe = validationPipe(validationProblem);

export interface VoiceFormRequest {
  readonly caller: Caller;
  readonly request: Request;
  readonly response: Response;
}

/** The forms that voices are created with. */
@Injectable()
export class VoiceForms {
  readonly #uploads = new Uploads({
    files: ['sample', 'consent_recording'],
    most: 8,
    mostOfOne: 2,
    receiveMs: RECEIVE_MS,
  });

  /**
   * Gives a form to the work; its place is taken until the work is done.
   *
   * @throws {Problem} `validation_failed`, and as `Uploads.use`
   */
  async use<Result>(
    { caller, request, response }: VoiceFormRequest,
    work: (form: VoiceForm) => Promise<Result>,
  ): Promise<Result> {
    const asked = { owner: caller.workspace, maxFileBytes: MAX_FILE_BYTES, request, response };
    return await this.#uploads
      .use(asked, async (form) => await work(await voiceFormOf(form)))
      .catch((error: unknown) => {
        throw asValidation(error);
      });
  }
}

async function voiceFormOf({ fields, files }: UploadedForm): Promise<VoiceForm> {
  const checked = (await pipe.transform(fields, {
    type: 'body',
    metatype: VoiceFormDto,
  })) as VoiceFormDto;
  const sample = files.get('sample')?.bytes;
  if (sample === undefined) throw invalid('sample', 'The file sample is missing.');
  return { fields: checked, sample, consentRecording: files.get('consent_recording')?.bytes };
}

/** In this service a form with other parts is a field that is wrong. */
function asValidation(error: unknown): unknown {
  if (!(error instanceof Problem) || error.code !== 'invalid_form') return error;
  const { field } = error.details;
  return invalid(typeof field === 'string' ? field : 'body', error.message);
}
