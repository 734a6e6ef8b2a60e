import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import {
  createLogger,
  currentTraceId,
  isTraceId,
  NestLogger,
  newTraceId,
  SENSITIVE_NAMES,
  withTraceId,
} from './index.js';
import { StandardOutput } from './standard-output.js';

function recorded(level: 'info' | 'debug' = 'info') {
  const lines: Record<string, unknown>[] = [];
  const destination = {
    write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  };
  return { lines, logger: createLogger({ name: 'demo', level, destination }) };
}

describe('createLogger', () => {
  it('writes one JSON line an event, with app, level, time and fields', () => {
    const { lines, logger } = recorded();

    logger.info('challenge.issued', { ttlSeconds: 60 });

    expect(lines).toEqual([
      {
        app: 'demo',
        level: 'info',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        ttlSeconds: 60,
        msg: 'challenge.issued',
      },
    ]);
  });

  it('gives terminals nothing to obey: control characters are escaped, those above ASCII too', () => {
    const written: string[] = [];
    const logger = createLogger({
      name: 'demo',
      level: 'info',
      destination: { write: (line) => void written.push(line) },
    });
    const path = '/\u001b[2J\u009b2J\u007f\u0085\u2028\u202e\u2066é😀';

    logger.info('request', { path });

    expect(written.join('')).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
    expect(JSON.parse(written.join(''))).toMatchObject({ path });
    expect(written.join('')).toContain('é😀');
  });

  it('keeps quiet below its level', () => {
    const { lines, logger } = recorded();

    logger.debug('detail');

    expect(lines).toEqual([]);
  });

  it('carries the trace id of the request through awaits', async () => {
    const { lines, logger } = recorded();

    await withTraceId('trace-0001', async () => {
      await Promise.resolve();
      logger.warn('slow');
    });

    expect(lines[0]).toMatchObject({ traceId: 'trace-0001' });
    expect(currentTraceId()).toBeUndefined();
  });

  it.each(SENSITIVE_NAMES)('never writes the value of a member that ends with %s', (key) => {
    const { lines, logger } = recorded();
    const upper = `X-${key.toUpperCase()}`;

    logger.error('e', {
      [key]: 'hunter2',
      a: { [upper]: 'hunter2', b: [{ c: { d: { [`my_${key}`]: 'hunter2' } } }] },
    });

    expect(JSON.stringify(lines)).not.toContain('hunter2');
    expect(lines[0]).toHaveProperty([key], '[redacted]');
  });

  it('writes an error with its type, message, code and cause', () => {
    const { lines, logger } = recorded();
    const cause = Object.assign(new Error('inner'), { code: 'ECONNREFUSED' });

    logger.error('failed', { err: new TypeError('outer', { cause }) });

    expect(lines[0]).toMatchObject({
      err: {
        type: 'TypeError',
        message: 'outer',
        cause: { message: 'inner', code: 'ECONNREFUSED' },
      },
    });
  });

  it('leaves out what drivers hang on their errors', () => {
    const { lines, logger } = recorded();
    const driverError = Object.assign(new Error('duplicate key'), {
      query: 'INSERT INTO users',
      parameters: ['ada@example.org'],
      detail: 'Key (email)=(ada@example.org) already exists.',
      config: { headers: { Authorization: 'hunter2' } },
    });

    logger.error('failed', { err: driverError });

    expect(JSON.stringify(lines)).not.toMatch(/ada@|hunter2|INSERT/);
  });

  it('bounds what it writes of deep and circular values', () => {
    const { lines, logger } = recorded();
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;

    logger.info('e', { circle });

    expect(JSON.stringify(lines)).toContain('[too deep]');
  });
});

describe('a destination that fails', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

  it('costs lines, which are counted and named when writing works again', () => {
    const lines: Record<string, unknown>[] = [];
    let isFull = false;
    const destination = {
      write: (line: string) => {
        if (isFull) throw full;
        lines.push(JSON.parse(line) as Record<string, unknown>);
      },
    };
    const logger = createLogger({ name: 'demo', level: 'info', destination });

    logger.info('before');
    isFull = true;
    for (let count = 1; count <= 3; count += 1) logger.info('lost');
    isFull = false;
    logger.info('after');
    logger.info('later');

    expect(lines.map(({ msg }) => msg)).toEqual(['before', 'log.lines_lost', 'after', 'later']);
    expect(lines[1]).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      app: 'demo',
      lines: 3,
      since: expect.stringMatching(/^\d{4}-.*Z$/),
      reason: full.message,
      msg: 'log.lines_lost',
    });
  });
});

describe('StandardOutput', () => {
  const failure = (code: string) => Object.assign(new Error(code), { code });
  /** Takes some bytes of each write, or throws, as the list says; then takes everything. */
  function outputTaking(...answers: (number | string)[]) {
    let text = '';
    const output = new StandardOutput((bytes) => {
      const answer = answers.shift() ?? bytes.length;
      if (typeof answer === 'string') throw failure(answer);
      text += Buffer.from(bytes.subarray(0, answer)).toString();
      return Math.min(answer, bytes.length);
    });
    return { output, text: () => text };
  }

  it('writes what a short write has left', () => {
    const { output, text } = outputTaking(2, 1);

    output.write('a line\n');

    expect(text()).toBe('a line\n');
  });

  it.each(['ENOSPC', 'EIO', 'EPIPE'])('throws %s, and writes again afterwards', (code) => {
    const { output, text } = outputTaking(code);

    expect(() => output.write('lost\n')).toThrow(code);
    output.write('written\n');

    expect(text()).toBe('written\n');
  });

  it('begins a new line after one that was cut off', () => {
    const { output, text } = outputTaking(3, 'ENOSPC', 'ENOSPC');

    expect(() => output.write('cut off\n')).toThrow('ENOSPC');
    expect(() => output.write('lost\n')).toThrow('ENOSPC');
    output.write('written\n');

    expect(text()).toBe('cut\nwritten\n');
  });

  it('of this process does not wait for a pipe that nobody reads', async () => {
    const source = new URL('./standard-output.ts', import.meta.url).href;
    const program = `
      import { standardOutput } from ${JSON.stringify(source)};
      let lost = 0;
      for (let line = 0; line < 200; line += 1) {
        try { standardOutput.write('x'.repeat(8191) + '\\n'); } catch { lost += 1; }
      }
      process.stderr.write(String(lost));`;
    const flags = ['--experimental-transform-types', '--no-warnings', '--input-type=module'];
    // A real pipe, as of a shell or a container: those of Node are sockets. \`sleep\` never reads it.
    const writer = [process.execPath, ...flags, '-e', program];
    const shell = spawn('sh', ['-c', '"$@" | sleep 60', 'sh', ...writer], {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    });

    const [lost] = (await once(shell.stderr, 'data')) as [Buffer];
    process.kill(-(shell.pid ?? 0), 'SIGKILL');

    expect(Number(lost.toString())).toBeGreaterThan(100);
  });

  it('is that of a thread too', async () => {
    const source = new URL('./standard-output.ts', import.meta.url).href;
    const thread = `import(${JSON.stringify(source)}).then(({ standardOutput }) =>
      standardOutput.write('from a thread\\n'))`;
    const program = `
      const { Worker } = require('node:worker_threads');
      new Worker(${JSON.stringify(thread)}, { eval: true });`;
    const flags = ['--experimental-transform-types', '--no-warnings'];
    const child = spawn(process.execPath, [...flags, '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const written: Buffer[] = [];
    child.stdout.on('data', (bytes: Buffer) => written.push(bytes));

    await once(child, 'close');

    expect(Buffer.concat(written).toString()).toBe('from a thread\n');
  });

  it('waits a moment for a reader that is busy, and not again until it reads', () => {
    const { output, text } = outputTaking('EAGAIN', 'EAGAIN');
    output.write('late\n');
    expect(text()).toBe('late\n');

    const stuck = outputTaking(...Array.from({ length: 21 }, () => 'EAGAIN'));
    expect(() => stuck.output.write('lost\n')).toThrow('EAGAIN');
    expect(() => stuck.output.write('lost at once\n')).toThrow('EAGAIN');
    stuck.output.write('read\n');
    expect(stuck.text()).toBe('read\n');
  });
});

describe('NestLogger', () => {
  it("writes Nest's messages as events", () => {
    const { lines, logger } = recorded('debug');
    const nest = new NestLogger(logger);

    nest.log('mapped');
    nest.warn('careful');
    nest.error('broken', 'stack');

    expect(lines.map(({ level, message }) => [level, message])).toEqual([
      ['debug', 'mapped'],
      ['warn', 'careful'],
      ['error', 'broken'],
    ]);
  });
});

describe('trace ids', () => {
  it('are 32 hexadecimal digits', () => {
    expect(newTraceId()).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each(['short', 'x'.repeat(65), 'with space', 'line\nbreak', '', 7, undefined])(
    'are not accepted when they look like %j',
    (value) => {
      expect(isTraceId(value)).toBe(false);
    },
  );
});
