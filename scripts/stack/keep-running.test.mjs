import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';

import { keepRunning, realClock } from './keep-running.mjs';
import { ReadinessWatch } from './watch-readiness.mjs';

const noLog = '/nowhere/x.log';

/** A program whose ends the test decides; time moves when somebody waits. */
function programOf(options = {}) {
  const stopping = new AbortController();
  const state = { nowMs: 0, waits: [], lines: [], launches: [], isFull: false };
  const clock = {
    nowMs: () => state.nowMs,
    async wait(ms) {
      state.waits.push(ms);
      state.nowMs += ms;
    },
  };
  const launch = async (isAgain) => {
    const pid = state.launches.length + 1;
    const failure = options.failures?.[pid - 1];
    state.launches.push(isAgain);
    if (failure !== undefined) throw new Error(failure);
    let end;
    const exited = new Promise((resolve) => (end = resolve));
    state.end = async (ending = 'exit code 1') => {
      end(ending);
      await setImmediate();
    };
    return { name: 'relay', pid, logFile: noLog, exited };
  };
  const keep = () =>
    keepRunning({
      name: 'relay',
      launch,
      signal: stopping.signal,
      isDiskFull: () => state.isFull,
      tell: (line) => state.lines.push(line),
      clock,
      ...options,
    });
  return { state, stopping, keep };
}

describe('a program that ends', () => {
  it('is started again, which is said', async () => {
    const { state, keep } = programOf();
    const { child } = await keep();

    await state.end('signal SIGKILL');

    assert.equal(child.pid, 1);
    assert.deepEqual(state.lines, [
      'relay (process 1) ended with signal SIGKILL; it is started again in 1 s.',
      'relay was started again (process 2).',
    ]);
    assert.deepEqual(state.launches, [false, true]);
  });

  it('is started after 1 s, 2 s, 4 s and so on up to 30 s, and given up at its tenth end in a row', async () => {
    const { state, keep } = programOf();
    const { over } = await keep();

    for (let end = 1; end <= 10; end += 1) await state.end();
    await over;

    assert.deepEqual(
      state.waits.map((ms) => ms / 1000),
      [1, 2, 4, 8, 16, 30, 30, 30, 30],
    );
    assert.match(state.lines.at(-1), /ended with exit code 1; it is not started again, the others/);
  });

  it('counts anew after a run of 30 s', async () => {
    const { state, keep } = programOf();
    await keep();
    for (let end = 1; end <= 9; end += 1) await state.end();

    state.nowMs += 30_000;
    await state.end();

    assert.equal(state.waits.at(-1), 1000);
  });

  it('counts anew, when its readiness is watched, only once it has been ready for a while', async () => {
    const { state, keep } = programOf({ isWatched: true });
    const { isSteady } = await keep();
    await state.end();
    state.nowMs += 30_000;
    await state.end();
    isSteady();
    await state.end();

    assert.deepEqual(state.waits, [1000, 2000, 1000]);
  });

  it('is tried again when it cannot be started', async () => {
    const { state, keep } = programOf({ failures: [undefined, 'spawn EAGAIN'] });
    await keep();

    await state.end();

    assert.deepEqual(state.lines.slice(1), [
      'relay cannot be started (spawn EAGAIN); it is started again in 2 s.',
      'relay was started again (process 3).',
    ]);
  });

  it('is not given up for a full disk', async () => {
    const { state, keep } = programOf();
    await keep();

    state.isFull = true;
    for (let end = 1; end <= 30; end += 1) await state.end();
    state.isFull = false;
    await state.end();

    assert.equal(state.launches.length, 32);
    assert.equal(state.waits.at(-1), 1000);
  });

  it('is given up at once when it cannot ever start, with the cure', async () => {
    const { state, keep } = programOf({ hopeless: () => 'Put the key back.' });
    const { over } = await keep();

    await state.end();
    await over;

    assert.equal(state.lines.at(-1), 'Put the key back.');
    assert.deepEqual(state.waits, []);
  });

  it('is not started again when everything stops, not even from its waiting', async () => {
    const { state, stopping, keep } = programOf();
    const { over } = await keep();
    stopping.abort();
    await state.end();
    await over;
    assert.deepEqual(state.launches, [false]);

    const real = programOf({ clock: realClock });
    const kept = await real.keep();
    await real.state.end();
    real.stopping.abort();
    await kept.over;
    assert.deepEqual(real.state.launches, [false]);
  });

  it('fails the start when it cannot be started the first time', async () => {
    const { keep } = programOf({ failures: ['spawn ENOENT'] });

    await assert.rejects(keep(), /spawn ENOENT/);
  });
});

describe('the readiness of a service', () => {
  const up = { isReady: true, text: 'ready' };
  const down = { isReady: false, text: 'not ready: postgres is down' };
  function watched(isReady) {
    const lines = [];
    let steady = 0;
    const service = { name: 'translate', url: '', isReady, isSteady: () => (steady += 1) };
    const watch = new ReadinessWatch(service, (line) => lines.push(line));
    return { watch, lines, steady: () => steady };
  }

  it('is shown when it fails for 30 s, and when it is back', () => {
    const { watch, lines } = watched(true);
    for (let s = 0; s <= 29; s += 1) watch.observe(down, s * 1000);
    assert.deepEqual(lines, []);

    for (let s = 30; s <= 50; s += 1) watch.observe(down, s * 1000);
    watch.observe(up, 51_000);

    assert.deepEqual(lines, [
      'translate has not been ready for 30 s: not ready: postgres is down',
      'translate is ready again after 51.0 s.',
    ]);
  });

  it('is not shown when it fails for a moment', () => {
    const { watch, lines } = watched(true);
    for (const s of [0, 20, 40, 60]) {
      watch.observe(undefined, s * 1000);
      watch.observe(up, s * 1000 + 10_000);
    }

    assert.deepEqual(lines, []);
  });

  it('is shown by its return alone when the table has shown its failure', () => {
    const { watch, lines } = watched(false);
    watch.observe(down, 0);
    watch.observe(down, 60_000);
    watch.observe(up, 61_000);

    assert.deepEqual(lines, ['translate is ready after 61.0 s.']);
  });

  it('is steady once it has been ready for 30 s without a break', () => {
    const { watch, steady } = watched(true);
    watch.observe(up, 0);
    watch.observe(down, 10_000);
    watch.observe(up, 20_000);
    watch.observe(up, 49_000);
    assert.equal(steady(), 0);

    watch.observe(up, 50_000);
    assert.equal(steady(), 1);
  });
});
