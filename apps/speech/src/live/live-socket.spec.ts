import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { WebSocket } from 'ws';
import { LIVE_PRESENTER } from './messages/live.presenter.js';
import { LiveSocket } from './live-socket.js';

/** A peer that answers no ping. */
class SilentSocket extends EventEmitter {
  bufferedAmount = 0;
  pings = 0;
  isCut = false;

  constructor(readonly isPaused: boolean) {
    super();
  }

  ping(): void {
    this.pings += 1;
  }

  /** Takes nothing. */
  send(_frame: string, done: (error?: Error) => void): void {
    this.once('close', () => done(new Error('It is closed.')));
  }

  terminate(): void {
    this.isCut = true;
    this.emit('close');
  }
}

function silent(isPaused: boolean): SilentSocket {
  const socket = new SilentSocket(isPaused);
  new LiveSocket(socket as unknown as WebSocket, LIVE_PRESENTER);
  return socket;
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('cuts the connection of a peer that answers nothing', () => {
  const socket = silent(false);
  jest.advanceTimersByTime(60_000);

  expect(socket.isCut).toBe(true);
});

it('keeps that of a peer who wrote ahead, and whose answers are not read', () => {
  const socket = silent(true);
  jest.advanceTimersByTime(600_000);

  expect(socket).toMatchObject({ isCut: false, pings: 30 });
  socket.terminate();
});

it('cuts the connection of a peer who writes ahead and takes nothing of what he is told', async () => {
  const socket = new SilentSocket(true);
  const live = new LiveSocket(socket as unknown as WebSocket, LIVE_PRESENTER);
  const sent = expect(live.send({ type: 'resumed' })).rejects.toThrow('It is closed.');
  jest.advanceTimersByTime(50_000);
  expect(socket.isCut).toBe(false);
  jest.advanceTimersByTime(20_000);

  expect(socket.isCut).toBe(true);
  await sent;
});
