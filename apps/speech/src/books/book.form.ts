import { Injectable } from '@nestjs/common';
import { Problem } from '@sextant/platform-http/errors';
import { validationPipe } from '@sextant/platform-http';
import { Uploads, type UploadedFile, type UploadedForm } from '@sextant/platform-http/uploads';
import type { Request, Response } from 'express';
import { MAX_TITLE_LENGTH, UNTITLED, type DocumentKind } from './documents/book-text.js';
import { oneLine } from './documents/bounded-text.js';
import type { BookUpload } from './book.js';
import type { Caller } from '../access/scopes.js';
import { invalid } from '../errors/request-errors.js';
import { BookFormDto } from './books.dto.js';
import { validationProblem } from '../http/validation-problem.js';

const MAX_FILE_BYTES = 25 * 1024 * 1024;
const RECEIVE_MS = 120_000;

const pipe = validationPipe(validationProblem);

/** The forms that books are made of. */
@Injectable()
export class BookForms {
  readonly #uploads = new Uploads({
    files: ['document'],
    most: 8,
    mostOfOne: 2,
    receiveMs: RECEIVE_MS,
  });

  /** Gives a form to the work. @throws {Problem} `validation_failed`, and as `Uploads.use` */
  async use<Result>(
    { caller, request, response }: { caller: Caller; request: Request; response: Response },
    work: (upload: BookUpload) => Promise<Result>,
  ): Promise<Result> {
    const asked = { owner: caller.workspace, maxFileBytes: MAX_FILE_BYTES, request, response };
    return await this.#uploads
      .use(asked, async (form) => await work(await uploadOf(form)))
      .catch((error: unknown) => {
        if (!(error instanceof Problem) || error.code !== 'invalid_form') throw error;
        throw invalid('document', error.message);
      });
  }
}

async function uploadOf({ fields, files }: UploadedForm): Promise<BookUpload> {
  const { voice_id, model, language, title, kind, audio_format, webhook_url } =
    (await pipe.transform(fields, {
      type: 'body',
      metatype: BookFormDto,
    })) as BookFormDto;
  const document = files.get('document');
  if (document === undefined) throw invalid('document', 'The file document is missing.');
  return {
    bytes: document.bytes,
    kind: kind ?? kindOf(document),
    title: oneLine(title ?? nameOf(document)) || UNTITLED,
    format: audio_format ?? 'mp3',
    settings: { voiceId: voice_id, model, language },
    ...(webhook_url === undefined ? {} : { webhookUrl: new URL(webhook_url) }),
  };
}

const nameOf = ({ name }: UploadedFile): string =>
  name.replace(/\.[a-z0-9]{1,8}$/i, '').slice(0, MAX_TITLE_LENGTH);

/** By the first bytes, then by the name. */
function kindOf({ name, bytes }: UploadedFile): DocumentKind {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return 'epub';
  if (/\.x?html?$/i.test(name)) return 'html';
  if (/\.(md|markdown)$/i.test(name)) return 'markdown';
  const beginning = Buffer.from(bytes.subarray(0, 500)).toString('latin1');
  return /^\s*<(!doctype html|html)[\s>]/i.test(beginning) ? 'html' : 'text';
}
