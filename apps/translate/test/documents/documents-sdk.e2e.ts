import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as deepl from 'deepl-node';
import { strFromU8, strToU8, unzipSync } from 'fflate';
import { DocumentCalls } from './document-calls.js';
import { docx } from './small-docx.js';
import { startLibreTranslateStub, type LibreTranslateStub } from '../libretranslate-stub.js';
import {
  AUTH_KEY,
  startTranslate,
  sdkOptions,
  type RunningTranslate,
} from '../running-translate.js';

const folder = mkdtempSync(join(tmpdir(), 'sextant-documents-'));

let engine: LibreTranslateStub;
let running: RunningTranslate;
let calls: DocumentCalls;

beforeAll(async () => {
  engine = await startLibreTranslateStub();
  running = await startTranslate({
    APERTIUM_ENABLED: 'false',
    LIBRETRANSLATE_URL: engine.baseUrl,
    LIBRETRANSLATE_API_KEY: 'libre-key',
    BLOB_DIR: join(folder, 'blobs'),
    DOCUMENT_MAX_MEGABYTES: '1',
  });
  calls = new DocumentCalls(running.url);
});
afterAll(async () => {
  await running.close();
  await engine.close();
  rmSync(folder, { recursive: true });
});

describe('the official client with documents', () => {
  let client: deepl.DeepLClient;
  beforeAll(() => {
    client = new deepl.DeepLClient(AUTH_KEY, sdkOptions(running));
  });

  it('translates from file to file', async () => {
    const [source, target] = [join(folder, 'house.txt'), join(folder, 'casa.txt')];
    writeFileSync(source, 'The house is big.\n\nThe garden is small.\n');

    const status = await client.translateDocument(source, target, 'en', 'es');

    expect(readFileSync(target, 'utf8')).toBe('THE HOUSE IS BIG.\n\nTHE GARDEN IS SMALL.\n');
    expect(status).toMatchObject({ status: 'done', billedCharacters: 40 });
  });

  it('leaves pictures at home where it minifies, which makes room for large ones', async () => {
    const [source, target] = [join(folder, 'seen.docx'), join(folder, 'visto.docx')];
    const picture = randomBytes(2 * 1024 * 1024);
    writeFileSync(source, docx('The house', { 'word/media/image1.png': picture }));
    const whole = client.translateDocument(source, target, 'en', 'es');
    await expect(whole).rejects.toThrow('A file may have 1 MB.');
    rmSync(target, { force: true });

    await client.translateDocument(source, target, 'en', 'es', {
      enableDocumentMinification: true,
    });

    const files = unzipSync(readFileSync(target));
    expect(strFromU8(files['word/document.xml'] ?? strToU8(''))).toContain('THE HOUSE');
    expect(Buffer.from(files['word/media/image1.png'] ?? []).equals(picture)).toBe(true);
  });

  it('translates buffers with all that it can ask of a document', async () => {
    const handle = await client.uploadDocument(Buffer.from('# Words'), 'en', 'es', {
      filename: 'read.md',
      extraRequestParameters: { output_format: 'md' },
      formality: 'prefer_more',
    });
    const status = await client.getDocumentStatus(handle);

    expect(status.ok()).toBe(true);
    expect(handle.documentId).toMatch(/^[0-9A-F]{32}$/);
    expect(handle.documentKey).toMatch(/^[0-9A-F]{64}$/);
    const target = join(folder, 'leído.md');
    await calls.until({ document_id: handle.documentId, document_key: handle.documentKey }, 'done');
    await client.downloadDocument(handle, target);
    expect(readFileSync(target, 'utf8')).toBe('# WORDS');
  });

  it('is told that a document is not ready yet', async () => {
    engine.status = 503;
    const handle = await client.uploadDocument(Buffer.from('words'), 'en', 'es', {
      filename: 'a.txt',
    });

    await expect(client.downloadDocument(handle, join(folder, 'early.txt'))).rejects.toThrow(
      deepl.DocumentNotReadyError,
    );

    engine.status = undefined;
    await calls.until({ document_id: handle.documentId, document_key: handle.documentKey }, 'done');
  });

  it('is told what is wrong with a document', async () => {
    const source = join(folder, 'no.docx');
    writeFileSync(source, 'no zip');

    await expect(
      client.translateDocument(source, join(folder, 'never.docx'), 'en', 'es'),
    ).rejects.toThrow('Invalid file data');
  });
});
