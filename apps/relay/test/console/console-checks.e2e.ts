import { describe, expect, it } from '@jest/globals';
import { mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { consoleDesk, FILE, SECRET } from '../console-desk.js';

const desk = consoleDesk();

describe('a configuration that is checked', () => {
  const check = async (yaml: string) =>
    (await desk.post('/relay/configuration/check', { yaml })).body;

  it('is answered with what it changes, without secrets', async () => {
    const yaml = FILE.replace('continue: true', 'continue: false').replace(SECRET, 'another-one');
    const answer = await check(yaml);

    expect(answer['difference']).toMatch(/^- {4}continue: true\n\+ {4}continue: false$/m);
    expect(JSON.stringify(answer)).not.toContain(SECRET);
    expect(JSON.stringify(answer)).not.toContain('another-one');
  });

  it.each([
    ['routes:\n  - sinks: [nosuch]\n', 'sinks must be a list of'],
    ['options: {nosuch: 1}\n', 'options.nosuch: unknown option'],
    ['options: {webhook-out-message: "{{ nosuch }}", webhook-out-url: "http://x"}\n', 'nosuch'],
    ['a: [\n', 'cannot be read'],
  ])('is told what is wrong: %j', async (yaml, problem) => {
    const answer = await check(yaml);

    expect(answer).toMatchObject({ valid: false });
    expect(JSON.stringify(answer['problems'])).toContain(problem);
  });

  it.each(['plain', 'by a link'])('reads no file but those beside its own: %s', async (how) => {
    const [elsewhere, beside] = [mkdtempSync(join(tmpdir(), 'elsewhere-')), dirname(desk.file)];
    const secret = join(elsewhere, 'token');
    writeFileSync(secret, '{{ nosuch "what nobody may read" }}');
    const link = join(beside, 'linked');
    if (how === 'by a link') symlinkSync(secret, link);
    writeFileSync(join(beside, 'own.tmpl'), '{{ nosuch }}');
    const named = async (path: string) =>
      JSON.stringify(
        await check(`options: {webhook-out-url: "http://x", webhook-out-message: "${path}"}\n`),
      );

    const answer = await named(how === 'plain' ? secret : link);
    expect(answer).toContain('is in no folder that templates are read from');
    expect(answer).not.toContain('nosuch');
    expect(await named(join(beside, 'own.tmpl'))).toContain('nosuch');
  });

  it.each([
    ['pubsub-out-credentials', '/dev/zero'],
    ['kafka-ca', '/dev/zero'],
    ['https-cert', '/etc/passwd'],
    ['https-key', '/nosuch'],
    ['syslog-in-client-ca', '/etc/passwd'],
  ])('does not look at files of other options elsewhere: %s %s', async (name, path) => {
    const { problems } = await check(`options: {${name}: ${path}}\n`);

    expect(problems).toEqual([`--${name}: ${path} is in no folder that is read from here`]);
  });

  it('takes no file that is too large for a template', async () => {
    const large = join(dirname(desk.file), 'large.tmpl');
    writeFileSync(large, 'x'.repeat(1024 * 1024 + 1));

    const answer = await check(
      `options: {webhook-out-url: "http://x", webhook-out-message: "${large}"}\n`,
    );
    expect(JSON.stringify(answer['problems'])).toContain('is larger than 1048576 bytes');
  });

  it('is refused when its aliases would fill the memory', async () => {
    const level = (n: number) =>
      `  l${n}: &l${n} [${Array(9)
        .fill(`*l${n - 1}`)
        .join(', ')}]`;
    const levels = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(level).join('\n');

    const answer = await check(`options:\n  l0: &l0 [x]\n${levels}\n`);
    expect(answer).toMatchObject({ valid: false });
    expect(JSON.stringify(answer['problems'])).toContain('Excessive alias count');
  });

  it('changes nothing', async () => {
    await check('routes: []\n');

    const { body } = await desk.post('/relay/explain', { event_id: await desk.idOf('A') });
    expect(body['routes']).toHaveLength(3);
  });
});
