import { describe, expect, it } from '@jest/globals';
import { logDestination } from '../src/templates/log-destination.js';

describe('log lines', () => {
  const line = (
    stdoutFormat: 'json' | 'text' | 'template',
    stdoutTemplate = '{{.file}} {{.msg}}',
  ) => {
    let written = '';
    const output = { write: (text: string) => ((written += text), true) };
    logDestination({ stdoutFormat, stdoutTemplate }, output)?.write(
      '{"level":"info","time":"T","app":"relay","msg":"started","port":1}\n',
    );
    return written;
  };

  it.each([
    ['text', undefined, 'T INFO started port=1\n'],
    ['template', '{{.file}} {{.msg}}', 'relay started\n'],
    ['template', '{{.level}} {{.port}} {{toUpper .msg}}', 'info 1 STARTED\n'],
  ] as const)('as %s %s', (format, template, expected) => {
    expect(line(format, template)).toBe(expected);
  });

  it('tell the time and colour the level as they are told to', () => {
    let written = '';
    const output = { isTTY: true, write: (text: string) => ((written += text), true) };
    const format = {
      stdoutFormat: 'text',
      stdoutTemplate: '',
      stdoutTextColors: true,
      stdoutTimestampFormat: '15:04:05',
    } as const;

    logDestination(format, output)?.write(
      '{"level":"warn","time":"2026-11-21T07:03:23.537Z","app":"relay","msg":"m"}\n',
    );

    expect(written).toBe('07:03:23 \u001B[33mWARN\u001B[0m m\n');
  });

  it('stay JSON by default', () => {
    expect(line('json')).toBe('');
  });
});
