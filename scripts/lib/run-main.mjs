import { say } from './progress.mjs';
import { StartError } from './project.mjs';

/**
 * Runs what a script is for: its number becomes the exit code, a StartError one line and its exit code.
 *
 * @param {(words: string[]) => Promise<number>} main gets the words of the command line
 */
export async function runMain(main) {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    say(`Error: ${error.message}`);
    process.exitCode = error.exitCode;
  }
}
