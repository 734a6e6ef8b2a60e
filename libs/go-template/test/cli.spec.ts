import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runCli } from '../src/cli/run-cli.js';

describe('command line', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'go-template-'));
    writeFileSync(join(folder, 'hello.tmpl'), 'Hello {{.name}}{{range .list}} {{.}}{{end}}');
    writeFileSync(join(folder, 'bad.tmpl'), 'one\n{{.name');
    writeFileSync(join(folder, 'data.json'), '{"name": "é", "list": [1, 2.5]}');
    writeFileSync(join(folder, 'broken.json'), '{');
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  async function run(args: string[], input = '') {
    let out = '';
    let complaint = '';
    const code = await runCli(args, {
      env: { EVENTS_TEMPLATE_CLUSTER: 'blue', SECRET: 'x' },
      input: Readable.from([input]),
      write: (text) => (out += typeof text === 'string' ? text : Buffer.from(text).toString()),
      complain: (text) => (complaint += text),
    });
    return { code, out, complaint };
  }
  const file = (name: string) => join(folder, name);

  it('renders a file with data', async () => {
    const result = await run(['--template', file('hello.tmpl'), '--data', file('data.json')]);

    expect(result).toEqual({ code: 0, out: 'Hello é 1 2.5', complaint: '' });
  });

  it('renders without data as Go does with nil', async () => {
    const { out } = await run(['--template', file('hello.tmpl')]);

    expect(out).toBe('Hello <no value>');
  });

  it.each(['\n', '\r\n'])('ends lines at %j only', async (end) => {
    const line = '{"template": "{{.}}", "data": "a\u2028b\u2029c\u0085d"}';

    const { out } = await run(['--lines'], line + end + line);

    const answer = `${JSON.stringify({ output: 'a\u2028b\u2029c\u0085d' })}\n`;
    expect(out).toBe(answer + answer);
  });

  it('answers each line, whatever the others are', async () => {
    const lines = [
      '{"template": "{{.n}}", "data": {"n": 1234567}}',
      '',
      '{"template": "{{.n"}',
      'nonsense',
      '{"template": 1}',
      '{"template": "{{len .}}", "data": "\\ud800"}',
      '{"template": "{{getEnv \\"EVENTS_TEMPLATE_CLUSTER\\"}}{{getEnv \\"SECRET\\"}}"}',
    ];

    const { code, out } = await run(['--lines'], lines.join('\n'));

    expect(code).toBe(0);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([
      { output: '1.234567e+06' },
      { error: 'template: template:1: unclosed action' },
      { error: expect.stringMatching(/^the line is no JSON: /) },
      { error: 'The line is no object with a text "template".' },
      { output: '3' },
      { output: 'blue' },
    ]);
  });

  it('prints its options', async () => {
    const { code, out } = await run(['--help']);

    expect(code).toBe(0);
    expect(out).toContain('--missing-key MODE');
  });

  it.each([
    [['--nonsense'], /Unknown option '--nonsense'.* Try --help\./],
    [[], /--template FILE is needed/],
    [['--template', 'none.tmpl'], /Cannot read none\.tmpl: .*ENOENT/],
    [['--lines', '--missing-key', 'maybe'], /--missing-key is default, zero or error, not maybe/],
    [['--lines', '--functions', 'some'], /--functions is all or go, not some/],
  ])('refuses %j with a reason and exit code 1', async (args, reason) => {
    const { code, out, complaint } = await run(args);

    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(complaint).toMatch(reason);
  });

  it('names a template error by file and line', async () => {
    const { code, complaint } = await run(['--template', file('bad.tmpl')]);

    expect(code).toBe(1);
    expect(complaint).toBe(`template: ${file('bad.tmpl')}:2: unclosed action\n`);
  });

  it('says which data is no JSON', async () => {
    const args = ['--template', file('hello.tmpl'), '--data', file('broken.json')];

    expect((await run(args)).complaint).toContain('broken.json is no JSON');
  });
});
