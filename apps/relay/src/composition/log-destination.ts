import type { LoggerOptions } from '@sextant/platform-logging';
import { messageTemplate } from '../domain/templates/message-template.js';

type Line = Readonly<Record<string, unknown>>;

export interface LogFormat {
  readonly stdoutFormat: 'json' | 'text' | 'template';
  readonly stdoutTemplate: string;
}

type Output = Pick<NodeJS.WritableStream, 'write'>;

/** Log lines as the options want them; JSON lines are left to the logger itself. */
export function logDestination(
  { stdoutFormat, stdoutTemplate }: LogFormat,
  output: Output = process.stdout,
): LoggerOptions['destination'] {
  if (stdoutFormat === 'json') return undefined;
  const format = stdoutFormat === 'text' ? asText : templated(stdoutTemplate);
  return {
    write(json: string) {
      output.write(`${format(JSON.parse(json) as Line)}\n`);
    },
  };
}

function asText({ time, level, msg, app: _app, ...fields }: Line): string {
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return [time, String(level).toUpperCase(), msg, ...rest].join(' ');
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
