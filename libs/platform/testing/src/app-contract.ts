import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Schema } from '@sextant/platform-runtime/config';
import type { AppDefinition } from '@sextant/platform-http';
import { committedDocument } from './committed-document.js';
import { startApp, type RunningApp } from './start-app.js';

/** An app's own shapes, as its specification shows them; matchers are allowed in them. */
export interface AppShapes {
  /** The body of each of the three health endpoints while all is well. */
  readonly health?: object;
  /** The body of the answer to an unknown path. */
  readonly notFound?: object;
  readonly env?: Readonly<Record<string, string>>;
}

const PLAIN_HEALTH = { status: 'up', checks: {}, timestamp: expect.any(String) };
const PLAIN_NOT_FOUND = {
  error: { code: 'not_found', message: expect.any(String), trace_id: expect.any(String) },
};

/** Declares the tests that every app passes: health, an unknown path, the committed document. */
export function describeApp<S extends Schema>(
  definition: AppDefinition<S>,
  { health = PLAIN_HEALTH, notFound = PLAIN_NOT_FOUND, env = {} }: AppShapes = {},
): void {
  describe(definition.name, () => {
    let running: RunningApp;

    beforeAll(async () => {
      running = await startApp(definition, env);
    });

    afterAll(() => running.close());

    it.each(['/health', '/health/ready', '/health/live'])('answers %s', async (path) => {
      const response = await fetch(running.url + path);

      expect(response.status).toBe(200);
      expect(await response.json()).toEqual(health);
    });

    it('answers an unknown path in its own shape', async () => {
      const response = await fetch(`${running.url}/nowhere`);

      expect(response.status).toBe(404);
      expect(await response.json()).toEqual(notFound);
    });

    it('shows its documentation to everybody, in any case of letters, and takes nothing there', async () => {
      await expectOpenDocs(running.url);
    });

    it('describes itself as committed (UPDATE_DOCS=1 writes it anew)', async () => {
      const response = await fetch(`${running.url}/docs/openapi.json`);

      const { generated, committed } = committedDocument(
        `docs/api/openapi/${definition.name}.json`,
        (await response.json()) as object,
      );
      expect(generated).toEqual(committed);
    });
  });
}

/** Documentation is the same at all services, whatever they ask of callers elsewhere. */
export async function expectOpenDocs(url: string): Promise<void> {
  const paths = ['/docs', '/DOCS', '/Docs/swagger-ui.css', '/docs/openapi.yaml'];
  const shown = await Promise.all(paths.map((path) => fetch(url + path)));
  const posted = await Promise.all(
    paths.map(async (path) => {
      const { status, headers } = await fetch(url + path, { method: 'POST' });
      return [status, headers.get('allow')];
    }),
  );

  expect(shown.map(({ status }) => status)).toEqual(paths.map(() => 200));
  expect(posted).toEqual(paths.map(() => [405, 'GET, HEAD']));
}
