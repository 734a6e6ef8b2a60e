import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { audience, eventOf, unique } from '../events.js';
import { person } from '../people.js';
import { message, start, type Client, type Running } from '../running.js';

const API = '/api/notifications';

describe('what is wrong with a request', () => {
  let running: Running;
  let manager: Client;

  beforeAll(async () => {
    running = await start();
    manager = running.as('manager', { roles: ['manager'] });
  });
  afterAll(() => running.close());

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])(
    'is its type when that is %s',
    async (type) => {
      const body = JSON.stringify(message(['ann']));

      const answer = await manager.call('POST', API, body, { 'content-type': type });

      expect(answer.status).toBe(415);
      expect(answer.body.message).toContain('Content-Type');
    },
  );

  it.each([
    ['a title', { title: 'half \ud83d of a pair' }, 'FIELD_INVALID(title)'],
    ['a description', { description: '\udc00' }, 'FIELD_INVALID(description)'],
  ])('is half a surrogate pair in %s', async (_name, change, expected) => {
    const answer = await manager.call('POST', API, message(['ann'], change));

    expect([answer.status, answer.body.message]).toEqual([400, expected]);
  });

  it('is half a surrogate pair in an event', async () => {
    const event = eventOf('post.created', { ...audience('ann'), title: 'half \ud83d' });

    const answer = await running.service.call('POST', '/internal/events', event);

    expect(answer.status).toBe(400);
    expect(answer.body.message).toContain('surrogate');
  });

  it.each([
    ['a name', { userName: '' }, '/7/userName'],
    ['an id', { userId: 7 }, '/7/userId'],
    ['a user', { user: 'no ObjectId' }, '/7/user'],
    ['a member that nobody asked for', { email: 'a@b' }, '/7'],
  ])('is named among many recipients when it is %s', async (_name, change, at) => {
    const toUserList = Array.from({ length: 10 }, (_unused, index) => ({
      ...person(`one-${index}`),
      ...(index === 7 ? change : {}),
    }));

    const answer = await manager.call('POST', API, message([], { toUserList }));

    expect([answer.status, answer.body]).toEqual([
      400,
      { message: 'FIELD_INVALID(toUserList)', at },
    ]);
  });

  it('is not a wrong name of somebody who is known: the own one stands in the record', async () => {
    const name = unique('known');
    await running.as(name).call('GET', `${API}?type=received`);
    const { storage } = running.stored;
    while ((await storage.people.known([person(name).user])).size === 0);
    const toUserList = [{ ...person(name), userId: 'another', userName: 'Mallory' }];

    const { body } = await manager.call('POST', API, message([], { toUserList }));

    expect(body.notifications[0]).toMatchObject(person(name));
  });

  it('shows health of what is not used, too', async () => {
    const { body } = await running.service.call('GET', '/health');

    expect(body).toMatchObject({
      status: 'up',
      checks: { parts: { status: 'up', kafka: 'not used', redis: 'not used' } },
    });
  });
});
