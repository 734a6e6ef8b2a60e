import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { committedDocument, startApp, type RunningApp } from '@sextant/platform-testing';
import { notifications } from '../src/app.js';

let running: RunningApp;

beforeAll(async () => {
  running = await startApp(notifications);
});

afterAll(() => running.close());

describe('notifications', () => {
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
    expect(await response.json()).toEqual({ message: 'There is nothing at this address.' });
  });

  it('describes itself as committed (UPDATE_DOCS=1 writes it anew)', async () => {
    const response = await fetch(`${running.url}/docs/openapi.json`);

    const { generated, committed } = committedDocument(
      'docs/api/openapi/notifications.json',
      (await response.json()) as object,
    );
    expect(generated).toEqual(committed);
  });
});
