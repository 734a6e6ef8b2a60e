import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { start, type Running } from './running.js';

/** A route as Express keeps it. */
interface Layer {
  readonly route?: {
    readonly path: string;
    readonly methods: Readonly<Record<string, boolean>>;
  };
  match(path: string): boolean;
}

/** A path that the route serves; its parameters match no fixed segment of other routes. */
const exampleOf = (path: string): string => path.replaceAll(/:\w+/g, 'made-up');

describe('the order of the routes', () => {
  let running: Running;
  let routes: { readonly name: string; readonly example: string; readonly layer: Layer }[];

  beforeAll(async () => {
    running = await start();
    const express = running.app.getHttpAdapter().getInstance() as unknown as {
      readonly router: { readonly stack: readonly Layer[] };
    };
    routes = express.router.stack.flatMap((layer) =>
      // The pages of the documents are served with and without a slash.
      layer.route === undefined || !/^\/(api|internal)\//.test(layer.route.path)
        ? []
        : Object.keys(layer.route.methods).map((method) => ({
            name: `${method} ${layer.route?.path ?? ''}`,
            example: exampleOf(layer.route?.path ?? ''),
            layer,
          })),
    );
  });
  afterAll(() => running.close());

  const methodOf = (name: string): string => name.split(' ')[0] ?? '';

  it('hides no route behind an earlier one that matches its paths, too', () => {
    const hidden = routes.flatMap((later, index) =>
      routes
        .slice(0, index)
        .filter(({ name, layer }) => {
          return methodOf(name) === methodOf(later.name) && layer.match(later.example);
        })
        .map(({ name }) => `${later.name} behind ${name}`),
    );

    expect(hidden).toEqual([]);
  });

  it('matters: routes with an id match the fixed paths before them', () => {
    const overlaps = routes.flatMap((earlier, index) =>
      routes
        .slice(index + 1)
        .filter(({ name, layer }) => {
          return methodOf(name) === methodOf(earlier.name) && layer.match(earlier.example);
        })
        .map(({ name }) => `${earlier.name} before ${name}`),
    );

    const detail = 'get /api/notifications/:_id';
    expect(overlaps).toEqual(
      expect.arrayContaining([
        `get /api/notifications/audiences before ${detail}`,
        `get /api/notifications/operations before ${detail}`,
        `get /api/notifications/calendar before ${detail}`,
        `get /api/notifications/preferences before ${detail}`,
        `get /api/notifications/unread-count before ${detail}`,
        `get /api/notifications/settings before ${detail}`,
        'get /api/notifications/audiences/targets before get /api/notifications/audiences/:id',
        'delete /api/notifications/calendar before delete /api/notifications/:_id',
      ]),
    );
  });
});
