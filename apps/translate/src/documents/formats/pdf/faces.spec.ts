import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { FontStore, FontUnavailable } from '@sextant/platform-pdf-fonts';
import { PDFDocument } from 'pdf-lib';
import { Faces } from './faces.js';

const REGISTRY = 'http://robot:s3cret@registry.internal';
const LOOK = { isBold: false, isItalic: false, isPlain: true, color: '#000000' };

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a font that cannot be fetched', () => {
  it('is told without where from, which is for the log', async () => {
    const reason = new FontUnavailable('a.ttf', REGISTRY, new Error('ECONNREFUSED'));
    jest.spyOn(FontStore.prototype, 'read').mockRejectedValue(reason);
    const faces = new Faces(await PDFDocument.create());

    const refusal = faces.faceOf('東', LOOK);

    await expect(refusal).rejects.toMatchObject({
      code: 'document_invalid',
      message: expect.stringMatching(
        /^[^:]*: a font that it needs is not available now\. Try again/,
      ),
      cause: {
        message: expect.stringMatching(/from http:\/\/registry\.internal \(ECONNREFUSED\)/),
      },
    });
    expect(reason.message).not.toContain('s3cret');
  });
});
