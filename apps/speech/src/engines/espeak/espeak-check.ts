import { createHash } from 'node:crypto';
import { EspeakLibrary } from './espeak-library.js';
import { NOT_LOADED, type EspeakCheck } from '../../programs/messages.js';

const TEXT = '<speak><mark name="0"/>Whether <mark name="1"/>it works.</speak>';
const OTHER_TEXT = '<speak><prosody rate="200%">Something else</prosody></speak>';

/**
 * Main program: loads the library named on the command line in a process of its own, which it may end, and finds out
 * whether it can be used: whether it speaks, tells marks, and says the same in the same way after something else.
 */
function main([file = '', ...voices]: readonly string[]): number {
  const espeak = loaded(file);
  if (espeak === undefined) return NOT_LOADED;
  espeak.open();
  const missingVoices = voices.filter((voice) => !espeak.setVoice(voice));
  const { version } = espeak.info();
  const first = heard(espeak);
  espeak.say(OTHER_TEXT, () => false);
  const second = heard(espeak);
  if (first !== second) {
    process.stderr.write(`${file} keeps state: ${first}, then ${second}`);
    return 1;
  }
  const check: EspeakCheck = { version, missingVoices };
  process.stdout.write(JSON.stringify(check));
  return 0;
}

function loaded(file: string): EspeakLibrary | undefined {
  try {
    return new EspeakLibrary(file);
  } catch (error) {
    process.stderr.write(String(error));
    return undefined;
  }
}

/** What a fresh instance makes of a text: a digest of its samples, and its marks. */
function heard(espeak: EspeakLibrary): string {
  espeak.open();
  espeak.setVoice('en-us+whisper');
  const digest = createHash('sha256');
  const marks: string[] = [];
  espeak.say(TEXT, (pcm, found) => {
    digest.update(pcm);
    marks.push(...found.map(([name]) => name));
    return false;
  });
  if (marks.join() !== '0,1') throw new Error(`the marks 0,1 came as ${marks.join()}`);
  return digest.digest('hex');
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  // Node would show the line of the program before it, which is all of a bundle's.
  process.stderr.write(String(error));
  process.exitCode = 1;
}
