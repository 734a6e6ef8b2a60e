import { Readable } from 'node:stream';
import { jest } from '@jest/globals';
import { runCli } from '../src/command-line.js';

export interface Called {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** What `main.js` does with a command, without the cost of a process. */
export async function callCli(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  input = '',
): Promise<Called> {
  const said = { out: '', err: '' };
  const spies = (['out', 'err'] as const).map((name) =>
    jest.spyOn(process[`std${name}`], 'write').mockImplementation((piece) => {
      said[name] += String(piece);
      return true;
    }),
  );
  const stdin = jest
    .spyOn(process, 'stdin', 'get')
    .mockReturnValue(Readable.from([input]) as never);
  const replaced = jest.replaceProperty(process, 'env', env);
  try {
    return { code: await runCli(args), ...said };
  } finally {
    for (const spy of [...spies, stdin]) spy.mockRestore();
    replaced.restore();
  }
}
