import { Injectable } from '@nestjs/common';
import type { UploadedFile } from '@sextant/platform-http/uploads';
import type { Request, Response } from 'express';
import { MAX_TITLE_LENGTH, UNTITLED, type DocumentKind } from './documents/book-text.js';
import { oneLine } from './documents/bounded-text.js';
import type { BookUpload } from './book.js';
import type { Caller } from '../access/scopes.js';
import { FileForms, type FileForm } from '../http/file.form.js';
import { BookFormDto } from './books.dto.js';

const MAX_FILE_BYTES = 25 * 1024 * 1024;
const RECEIVE_MS = 120_000;

/** The forms that books are made of. */
@Injectable()
export class BookForms {
  readonly #forms = new FileForms({
    file: 'document',
    maxFileBytes: MAX_FILE_BYTES,
    most: 8,
    mostOfOne: 2,
    receiveMs: RECEIVE_MS,
  });

  /** Gives a form to the work. @throws {Problem} as `FileForms.use` */
  async use<Result>(
    { caller, request, response }: { caller: Caller; request: Request; response: Response },
    work: (upload: BookUpload) => Promise<Result>,
  ): Promise<Result> {
    const asked = { workspace: caller.workspace, request, response };
    return await this.#forms.use(asked, BookFormDto, (form) => work(uploadOf(form)));
  }
}

function uploadOf({ fields, file: document }: FileForm<BookFormDto>): BookUpload {
  const { voice_id, model, language, title, kind, audio_format, webhook_url } = fields;
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
