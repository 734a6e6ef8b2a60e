import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { movedPage } from '../src/index.js';

describe('a page that has moved', () => {
  let server: Server;
  let url: string;
  beforeAll(async () => {
    const app = express();
    app.use(movedPage({ from: '/admin', to: '/admin/console' }));
    app.use(movedPage({ from: '/old/inbox', to: '/inbox', withViews: true }));
    app.use((_request, response) => void response.send('the API'));
    server = createServer(app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  const visit = (path: string, { method = 'GET', accept = 'text/html,*/*;q=0.8' } = {}) =>
    fetch(url + path, { method, redirect: 'manual', headers: { accept } });

  it.each([
    ['/admin', '/admin/console'],
    ['/admin/', '/admin/console'],
    ['/admin?next=1', '/admin/console?next=1'],
    ['/old/inbox', '/inbox'],
    ['/old/inbox/sent?q=a%20b', '/inbox/sent?q=a%20b'],
  ])('sends people from %s to %s', async (from, to) => {
    const answer = await visit(from);

    expect([answer.status, answer.headers.get('location')]).toEqual([302, to]);
  });

  it.each(['/admin/clients', '/administration', '/old/inboxes', '/'])(
    'leaves %s to others',
    async (path) => {
      expect(await (await visit(path)).text()).toBe('the API');
    },
  );

  it('leaves programs and other methods to the API', async () => {
    const program = await visit('/admin', { accept: 'application/json' });
    const sent = await visit('/admin', { method: 'POST' });

    expect([program.status, sent.status]).toEqual([200, 200]);
  });
});
