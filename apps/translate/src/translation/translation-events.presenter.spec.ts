import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import type { Response } from 'express';
import { ENGINE_ERRORS } from '../engines/engine-errors.js';
import type { StreamedPart } from './translator.js';
import { sendTranslationEvents } from './translation-events.presenter.js';

/** The body that a caller gets for these parts. */
async function bodyFor(parts: AsyncGenerator<StreamedPart, void, undefined>): Promise<string> {
  const server = createServer((_request, response) => {
    void sendTranslationEvents(parts, { text: [], target_lang: 'ES' }, response as Response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    return await (await fetch(`http://127.0.0.1:${port}`)).text();
  } finally {
    server.close();
  }
}

describe('sendTranslationEvents', () => {
  it('ends with an error that tells its message, when it fails on the way', async () => {
    // oxlint-disable-next-line typescript/require-await -- a generator that fails at once
    async function* failing(): AsyncGenerator<StreamedPart, void, undefined> {
      yield { kind: 'delta', index: 0, text: 'La\ncasa' };
      throw ENGINE_ERRORS.unavailable();
    }

    const [delta, error, rest] = (await bodyFor(failing())).split('\n\n');

    expect(delta).toBe('event: delta\ndata: {"index":0,"text":"La\\ncasa"}');
    expect(error).toMatch(
      /^event: error\ndata: \{"message":"The translation engine is not available\./,
    );
    expect(rest).toBe('');
  });

  it('tells nothing of an unexpected failure', async () => {
    // oxlint-disable-next-line typescript/require-await -- a generator that fails at once
    async function* failing(): AsyncGenerator<StreamedPart, void, undefined> {
      yield { kind: 'delta', index: 0, text: 'x' };
      throw new Error('secret');
    }

    expect(await bodyFor(failing())).not.toContain('secret');
  });
});
