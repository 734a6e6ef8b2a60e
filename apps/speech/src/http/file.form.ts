import { Problem } from '@sextant/platform-http/errors';
import { validationPipe } from '@sextant/platform-http';
import { Uploads, type UploadedFile } from '@sextant/platform-http/uploads';
import type { Request, Response } from 'express';
import { invalid } from '../errors/request-errors.js';
import { validationProblem } from './validation-problem.js';

export interface FileFormOptions {
  /** The field that the file is in. */
  readonly file: string;
  readonly maxFileBytes: number;
  /** Forms that are held at once, of all workspaces and of one. */
  readonly most: number;
  readonly mostOfOne: number;
  /** Within which a form has to come. */
  readonly receiveMs: number;
}

export interface FileFormRequest {
  /** Who sends it. */
  readonly workspace: string;
  readonly request: Request;
  readonly response: Response;
}

/** A form that was checked. */
export interface FileForm<Fields> {
  readonly fields: Fields;
  readonly file: UploadedFile;
}

const pipe = validationPipe(validationProblem);

/** Multipart forms with one file and fields of some class. */
export class FileForms {
  readonly #uploads: Uploads;

  constructor(private readonly options: FileFormOptions) {
    const { file, most, mostOfOne, receiveMs } = options;
    this.#uploads = new Uploads({ files: [file], most, mostOfOne, receiveMs });
  }

  /**
   * Gives a form to the work; its place is taken until the work is done.
   *
   * @throws {Problem} `validation_failed`, and as `Uploads.use`
   */
  async use<Fields, Result>(
    { workspace: owner, request, response }: FileFormRequest,
    fieldsType: new () => Fields,
    work: (form: FileForm<Fields>) => Promise<Result>,
  ): Promise<Result> {
    const { file: name, maxFileBytes } = this.options;
    return await this.#uploads
      .use({ owner, maxFileBytes, request, response }, async ({ fields, files }) => {
        const checked = (await pipe.transform(unbracketed(fields), {
          type: 'body',
          metatype: fieldsType,
        })) as Fields;
        const file = files.get(name);
        if (file === undefined) throw invalid(name, `The file ${name} is missing.`);
        return await work({ fields: checked, file });
      })
      .catch((error: unknown) => {
        // In this service a form with other parts is a field that is wrong.
        if (!(error instanceof Problem) || error.code !== 'invalid_form') throw error;
        throw invalid(name, error.message);
      });
  }
}

/** OpenAI's clients write lists with brackets. */
const unbracketed = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.replace(/\[\]$/, ''), value]),
  );
