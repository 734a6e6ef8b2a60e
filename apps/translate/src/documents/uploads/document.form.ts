import { Injectable } from '@nestjs/common';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import { validationPipe } from '@sextant/platform-http';
import { Uploads, type UploadedForm } from '@sextant/platform-http/uploads';
import type { Request, Response } from 'express';
import { FILE_ERRORS } from '../formats/file-errors.js';
import type { Customer } from '../../usage/usage.js';
import { DocumentSettings } from '../documents.settings.js';
import { maxBytesOf } from '../plan-limits.js';
import { MAX_NAME_LENGTH } from './upload.js';
import { withoutExtras } from '../../http/extra-parameters.js';
import { fromForm } from '../../http/form-body.js';
import { validationProblem } from '../../http/validation-problem.js';

/** Five minutes: 30 MB at 0.8 Mbit/s. */
const RECEIVE_MS = 300_000;

/** A document as it came. */
export interface DocumentForm<Fields> {
  readonly fields: Fields;
  readonly filename: string;
  readonly bytes: Uint8Array;
}

export interface DocumentFormRequest<Fields> {
  /** Which fields it has, beside its file. */
  readonly fields: new () => Fields;
  readonly customer: Customer;
  readonly request: Request;
  readonly response: Response;
}

const pipe = validationPipe(validationProblem);

/** The forms that documents are sent with. */
@Injectable()
export class DocumentForms {
  readonly #uploads: Uploads;

  constructor(private readonly settings: DocumentSettings) {
    this.#uploads = new Uploads({
      files: ['file'],
      most: 4,
      mostOfOne: 2,
      largestBytes: Math.max(maxBytesOf(settings, 'free'), maxBytesOf(settings, 'pro')),
      receiveMs: RECEIVE_MS,
    });
  }

  /**
   * Gives a document to the work; its place is taken until the work is done.
   *
   * @throws {Problem} as `Uploads.use`, and what is wrong with the fields
   */
  async use<Fields extends object, Result>(
    { customer: { owner, plan }, fields, request, response }: DocumentFormRequest<Fields>,
    work: (form: DocumentForm<Fields>) => Promise<Result>,
  ): Promise<Result> {
    const asked = { owner, maxFileBytes: maxBytesOf(this.settings, plan), request, response };
    return await this.#uploads.use(
      asked,
      async (form) => await work(await documentFormOf(form, fields, response)),
    );
  }
}

async function documentFormOf<Fields extends object>(
  { fields: given, files }: UploadedForm,
  metatype: new () => Fields,
  response: Response,
): Promise<DocumentForm<Fields>> {
  const known = withoutExtras(fromForm(given), response);
  const fields = (await pipe.transform(known, { type: 'body', metatype })) as Fields;
  const file = files.get('file');
  if (file === undefined || file.bytes.length === 0) throw FILE_ERRORS.invalid();
  const { filename: name = file.name } = fields as { readonly filename?: string };
  const filename = nameOf(name);
  if (filename === '')
    throw HTTP_PROBLEMS.badRequest({ message: "Parameter 'filename' not specified" });
  // It comes back in a header of the answer.
  if (filename.length > MAX_NAME_LENGTH)
    throw HTTP_PROBLEMS.badRequest({ message: "Value for 'filename' not supported." });
  return { fields, filename, bytes: file.bytes };
}

/** Without the folders that some clients send. */
const nameOf = (path: string): string => path.split(/[\\/]/).at(-1)?.trim() ?? '';
