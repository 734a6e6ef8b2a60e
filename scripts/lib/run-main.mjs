import { say } from './progress.mjs';
import { StartError } from './project.mjs';

/**
 * Runs what a script is for: its number becomes the exit code, a StartError one line and its exit code. So
 * does what the system refuses: a full disk, a file of another user.
 *
 * @param {(words: string[]) => Promise<number>} main gets the words of the command line
 */
export async function runMain(main) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof StartError) && error.syscall === undefined) throw error;
    say(`Error: ${error.message}`);
    process.exitCode = error.exitCode ?? 1;
  }
}
