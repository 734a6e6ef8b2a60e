import { expect, it, jest } from '@jest/globals';
import type { Admitted } from '../live/live-admission.js';
import type { LiveSocket } from '../live/live-socket.js';
import { ListeningConversation } from './listening-conversation.gateway.js';
import type { ListeningMaker } from './listening-maker.js';
import type { ListeningMessage } from './listening-session.js';

it('keeps a session whose next connection breaks before it was told that it goes on', async () => {
  const fail = jest.fn();
  const attach = jest.fn();
  const leave = jest.fn();
  const open = { id: 's1', inactivitySeconds: 60, session: { fail, outbox: { attach } } };
  const sessions = { resume: () => open, leave };
  const socket = { send: () => Promise.reject(new Error('It is closed.')) };
  const conversation = new ListeningConversation(
    { sessions } as unknown as ListeningMaker,
    { release: () => undefined } as unknown as Admitted,
    socket as unknown as LiveSocket<ListeningMessage>,
  );

  await conversation.take({ type: 'resume', session: 's1', received: 3 });
  conversation.leave();

  expect(fail).not.toHaveBeenCalled();
  expect(attach.mock.calls).toEqual([[socket, 3]]);
  expect(leave.mock.calls).toEqual([['s1', socket]]);
});
