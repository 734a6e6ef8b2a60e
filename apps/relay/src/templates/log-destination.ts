import { standardOutput, type LoggerOptions } from '@sextant/platform-runtime/logging';
import { messageTemplate } from './message-template.js';

type Line = Readonly<Record<string, unknown>>;

export interface LogFormat {
  readonly stdoutFormat: 'json' | 'text' | 'template';
  readonly stdoutTemplate: string;
  readonly stdoutTimestampFormat?: string | undefined;
  readonly stdoutTextColors?: boolean;
}

interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Log lines as the options want them; JSON lines are left to the logger itself. */
export function logDestination(
  { stdoutFormat, stdoutTemplate, stdoutTimestampFormat, stdoutTextColors }: LogFormat,
  output: Output = standardOutput,
): LoggerOptions['destination'] {
  if (stdoutFormat === 'json') return undefined;
  const isColoured = stdoutTextColors === true && output.isTTY === true;
  const format =
    stdoutFormat === 'text' ? (line: Line) => asText(line, isColoured) : templated(stdoutTemplate);
  const timed = withTime(stdoutTimestampFormat);
  return {
    write(json: string) {
      output.write(`${format(timed(JSON.parse(json) as Line))}\n`);
    },
  };
}

/** Times are told as the layout has them; one that cannot be read stays as it is. */
function withTime(layout: string | undefined): (line: Line) => Line {
  if (layout === undefined) return (line) => line;
  const text = '{{ timeFormat .time .layout }}';
  const render = messageTemplate({ names: ['stdout-time'], text, functions: {} });
  return (line) => {
    try {
      return { ...line, time: render({ time: line['time'], layout }) };
    } catch {
      return line;
    }
  };
}

/** ANSI colours of levels. */
const COLOURS: Readonly<Record<string, number>> = {
  ...{ fatal: 31, error: 31, warn: 33, info: 36, debug: 35, trace: 90 },
};

function asText({ time, level, msg, app: _app, ...fields }: Line, isColoured: boolean): string {
  const name = String(level);
  const shown = isColoured
    ? `\u001B[${COLOURS[name] ?? 0}m${name.toUpperCase()}\u001B[0m`
    : name.toUpperCase();
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [time, shown, msg, ...rest].join(' ');
}

/** A line that the template cannot render is shown as it is rather than lost. */
function templated(text: string): (line: Line) => string {
  const render = messageTemplate({ names: ['stdout-log'], text, functions: {} });
  return (line) => {
    try {
      return render({ file: line['app'], ...line });
    } catch {
      return JSON.stringify(line);
    }
  };
}
