import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FILE_ERRORS } from '../../src/documents/formats/file-errors.js';
import { DocumentThread } from '../../src/documents/reading/document-thread.js';
import { DocumentCalls } from './document-calls.js';
import { startLibreTranslateStub, type LibreTranslateStub } from '../libretranslate-stub.js';
import { startUpperCase, type RunningTranslate } from '../running-translate.js';

const folder = mkdtempSync(join(tmpdir(), 'sextant-fonts-'));
const FONTS_REGISTRY = 'http://robot:s3cret@127.0.0.1:9';
let engine: LibreTranslateStub;
let running: RunningTranslate;

beforeAll(async () => {
  engine = await startLibreTranslateStub();
  running = await startUpperCase(engine, join(folder, 'blobs'), { FONTS_REGISTRY });
});

afterAll(async () => {
  jest.restoreAllMocks();
  await running.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});

// Fonts are installed where tests run: formats/pdf/faces.spec.ts and platform-pdf-fonts have what a thread refuses, and why.
it('logs why a font is not there, which the caller is not told, and nowhere a password of the registry', async () => {
  const cause = new Error('cannot be fetched from http://127.0.0.1:9');
  const refusal = FILE_ERRORS.invalid({ message: 'A font is not available now.', cause });
  jest.spyOn(DocumentThread.prototype, 'written').mockRejectedValue(refusal);
  const calls = new DocumentCalls(running.url);

  const handle = await calls.taken({});
  const status = await calls.until(handle, 'done', 'error');

  expect(status).toMatchObject({ status: 'error', error_message: refusal.message });
  expect(running.logs.find(({ msg }) => msg === 'document.failed')).toMatchObject({
    document_id: handle.document_id,
    err: { message: cause.message },
  });
  expect(JSON.stringify(running.logs)).not.toMatch(/s3cret/);
});
