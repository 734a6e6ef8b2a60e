import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { committedDocument, startApp, type RunningApp } from '@sextant/platform-testing';
import { authServer } from '../src/app.js';

let running: RunningApp;

beforeAll(async () => {
  running = await startApp(authServer);
});

afterAll(() => running.close());

describe('auth-server', () => {
  it.each(['/health', '/health/ready', '/health/live'])('answers %s', async (path) => {
    const response = await fetch(running.url + path);

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ status: 'ok', timestamp: expect.any(String) });
  });

  it('answers an unknown path in its own shape', async () => {
    const response = await fetch(`${running.url}/nowhere`);

    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: 'not_found',
      error_description: expect.any(String),
    });
  });

  it('describes itself as committed (UPDATE_DOCS=1 writes it anew)', async () => {
    const response = await fetch(`${running.url}/docs/openapi.json`);

    const { generated, committed } = committedDocument(
      'docs/api/openapi/auth-server.json',
      (await response.json()) as object,
    );
    expect(generated).toEqual(committed);
  });
});
