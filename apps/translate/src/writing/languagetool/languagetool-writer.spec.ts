import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { LanguageTag } from '../../languages/language.js';
import { unmarked } from '../../text/marked-text.js';
import { shielded } from '../../text/shield.js';
import { LanguageToolWriter, type LanguageToolOptions } from './languagetool-writer.js';

/** Answers as the bridge does: `perros` and `Juanito` are wrong; ends at `break`, hangs at `hang`. */
const FAKE = `#!/bin/sh
echo "$@" > "$0.args"; env > "$0.env"; echo $$ >> "$0.pids"
while IFS= read -r line; do
  id=$(printf '%s' "$line" | sed 's/.*"id":\\([0-9]*\\).*/\\1/')
  case "$line" in
    *break*) exit 1 ;;
    *hang*) sleep 600 ;;
    *refuse*) echo "{\\"id\\":$id,\\"error\\":\\"no\\"}" ;;
    *perros*) echo "{\\"id\\":$id,\\"matches\\":[{\\"start\\":3,\\"end\\":9,\\"message\\":\\"Error\\",\\"kind\\":\\"grammar\\",\\"replacements\\":[\\"perro\\",\\"can\\"]},{\\"start\\":0,\\"end\\":2,\\"message\\":\\"?\\",\\"kind\\":\\"style\\",\\"replacements\\":[\\"El\\"]}]}" ;;
    *Juanito*) echo "{\\"id\\":$id,\\"matches\\":[{\\"start\\":0,\\"end\\":7,\\"message\\":\\"?\\",\\"kind\\":\\"misspelling\\",\\"replacements\\":[\\"Jubilado\\"]}]}" ;;
    *) echo "{\\"id\\":$id,\\"matches\\":[]}" ;;
  esac
done
`;

let folder: string;
let java: string;
let writer: LanguageToolWriter;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-checker-'));
  java = join(folder, 'java');
  writeFileSync(java, FAKE, { mode: 0o755 });
  writeFileSync(join(folder, 'model.json'), '{"files":[{"path":"a.jar"},{"path":"b/c.jar"}]}');
  writer = checker();
});
afterEach(async () => {
  await writer.close();
  rmSync(folder, { recursive: true });
});

const checker = (options: Partial<LanguageToolOptions> = {}) =>
  new LanguageToolWriter({ java, folder, ...options });

const correct = (text: string, language = 'es') =>
  writer.write({
    ...{ task: 'correct', language: language as LanguageTag, owner: 'a' },
    texts: [shielded(unmarked(text))],
    signal: new AbortController().signal,
  });

const started = (): number => readFileSync(`${java}.pids`, 'utf8').trim().split('\n').length;

describe('LanguageTool', () => {
  it('corrects mistakes where they are, and has no opinions', async () => {
    expect(await correct('nada\nUn perros.')).toEqual([
      {
        text: 'nada\nUn perro.',
        corrections: [
          {
            ...{ start: 8, end: 14, replacement: 'perro', alternatives: ['can'] },
            ...{ rule: 'grammar', explanation: 'Error' },
          },
        ],
      },
    ]);
  });

  it('leaves names that no dictionary has', async () => {
    expect(await correct('Juanito come.')).toEqual([{ text: 'Juanito come.', corrections: [] }]);
  });

  it('is one process, for all texts and languages, with nothing of the service and no network', async () => {
    await correct('Hola.');
    await correct('Hallo.', 'de');

    const args = readFileSync(`${java}.args`, 'utf8');
    const env = readFileSync(`${java}.env`, 'utf8');
    expect(started()).toBe(1);
    expect(args).toContain(`-cp ${join(folder, 'a.jar')}:${join(folder, 'b/c.jar')} `);
    expect(args).toContain('-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=1');
    expect(args).toContain('-Xmx1024m');
    expect(env.split('\n').map((line) => line.split('=')[0])).not.toContain('NODE_OPTIONS');
    expect(env).not.toContain('DATABASE');
  });

  it('refuses a text at which it breaks, and is there for the next one', async () => {
    await expect(correct('break')).rejects.toMatchObject({ code: 'engine_refused' });
    await expect(correct('refuse')).rejects.toMatchObject({
      code: expect.stringMatching(/engine_/),
    });

    // It starts again at once or after a second.
    for (;;) {
      const outcome = await correct('Un perros.').catch((error: unknown) => error);
      if (Array.isArray(outcome)) break;
      expect(outcome).toMatchObject({ code: 'engine_unavailable' });
      await sleep(50);
    }
    expect(started()).toBe(2);
  });

  it('ends a check that takes too long, with the process', async () => {
    await writer.close();
    writer = checker({ deadlineMs: 300 });

    await expect(correct('hang')).rejects.toMatchObject({ code: 'engine_refused' });
  });

  it('pauses ever longer where it does not start', async () => {
    writeFileSync(java, '#!/bin/sh\necho $$ >> "$0.pids"\nexit 1\n');

    await expect(correct('Hola.')).rejects.toMatchObject({ code: 'engine_unavailable' });
    for (let asked = 0; asked < 20; asked += 1) {
      await expect(correct('Hola.')).rejects.toMatchObject({
        code: 'engine_unavailable',
        headers: { 'Retry-After': '5' },
      });
    }

    expect(started()).toBe(1);
  });

  it('does not let a caller wait for the rules of a language for ever', async () => {
    writeFileSync(java, '#!/bin/sh\nread -r line\nsleep 600\n');
    await writer.close();
    writer = checker({ patienceMs: 200 });

    await expect(correct('Hola.')).rejects.toMatchObject({ code: 'engine_unavailable' });
  });

  it('reads the rules of a language before its first text, where it is told to', async () => {
    await writer.close();
    writer = checker({ startWith: ['es' as LanguageTag] });

    await writer.prepare();

    expect(started()).toBe(1);
    expect((await correct('Un perros.'))[0]?.text).toBe('Un perro.');
    expect(started()).toBe(1);
  });

  it('says which rules it is still reading, and when to come again', async () => {
    writeFileSync(java, '#!/bin/sh\nread -r line\nsleep 600\n');
    await writer.close();
    writer = checker({ patienceMs: 100, startWith: ['es' as LanguageTag] });
    void writer.prepare();

    await expect(correct('Hola.')).rejects.toMatchObject({
      message: expect.stringContaining('Spanish'),
      headers: { 'Retry-After': '5' },
    });
  });

  it('offers nothing until its files are there', () => {
    expect(writer.languages('correct')).toEqual(['de', 'es', 'fr', 'it', 'pt']);
    expect(writer.languages('rephrase')).toEqual([]);
    rmSync(join(folder, 'model.json'));
    expect(writer.languages('correct')).toEqual([]);
  });
});
