import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { committedDocument, startApp, type RunningApp } from '@sextant/platform-testing';
import { relay } from '../src/app.js';

let running: RunningApp;

beforeAll(async () => {
  running = await startApp(relay);
});

afterAll(() => running.close());

describe('relay', () => {
  it.each(['/health', '/health/ready', '/health/live'])('answers %s', async (path) => {
    const response = await fetch(running.url + path);

    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: 'up',
      checks: {},
      timestamp: expect.any(String),
    });
  });

  it('answers an unknown path in its own shape', async () => {
    const response = await fetch(`${running.url}/nowhere`);

    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: { code: 'not_found', message: expect.any(String), trace_id: expect.any(String) },
    });
  });

  it('describes itself as committed (UPDATE_DOCS=1 writes it anew)', async () => {
    const response = await fetch(`${running.url}/docs/openapi.json`);

    const { generated, committed } = committedDocument(
      'docs/api/openapi/relay.json',
      (await response.json()) as object,
    );
    expect(generated).toEqual(committed);
  });
});
