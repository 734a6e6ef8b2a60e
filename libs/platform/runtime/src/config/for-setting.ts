import { ConfigError } from './load-config.js';

/**
 * Makes what a setting asks for at the start, such as what the file holds that it names. A defect of ours keeps its stack.
 *
 * @throws {ConfigError} that names the setting, for a file that cannot be read or used and for every other reason
 */
export function forSetting<T>(env: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Error) || error instanceof ConfigError || isDefect(error)) throw error;
    throw new ConfigError([`${env}: ${reasonOf(error)}`], { cause: error });
  }
}

const isDefect = (error: Error): boolean =>
  (error instanceof TypeError || error instanceof ReferenceError) && !('code' in error);

/** What calls of the system need; a file that can be read in other cases. */
const NEEDED: Readonly<Record<string, string>> = {
  access: 'a folder that the service can write to',
  mkdir: 'a folder that the service can write to',
  scandir: 'a folder that the service can read',
};

/** One line, for others are a stack; a folder that is read as a file is not named by its error. */
function reasonOf({ syscall, path, message }: NodeJS.ErrnoException): string {
  const [reason = ''] = message.split('\n', 1);
  if (syscall === undefined) return reason;
  const needed = NEEDED[syscall] ?? 'a file that the service can read';
  const named = path === undefined ? '' : `${JSON.stringify(path)} `;
  return `${named}must be ${needed} (${reason.split(',', 1)[0]})`;
}
