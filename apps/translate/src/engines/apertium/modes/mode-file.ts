/** One program of a pipeline with its arguments. */
export interface Stage {
  readonly program: string;
  readonly args: readonly string[];
}

/** How the packages name the dictionaries of a language. */
export const ANALYSER = /automorf\.(?:bin|hfst)$/;
export const GENERATOR = /autogen\.(?:bin|hfst)$/;

/** A mode file that is not a plain pipeline. */
export class ModeFileError extends Error {
  override readonly name = 'ModeFileError';
}

type Token = { readonly kind: 'word'; readonly text: string } | { readonly kind: 'pipe' };

/** Quoted parts, escaped characters, pipes, blanks, plain characters; anything else is refused. */
const LEXEME = /'([^']*)'|"([^"\\$`]*)"|((?:\s|\\\n)+)|\\(.)|(\|)|([^\s'"\\|&;<>()`]+)/sy;

/** What the `apertium` command passes as `$1` (generation without marks) and `$2` (no tagger trace). */
const PARAMETERS: ReadonlyMap<string, string> = new Map([
  ['$1', '-n'],
  ['$2', ''],
]);

/**
 * Reads a mode file without a shell: programs and arguments joined by `|`.
 *
 * Understands quotes, backslashes and the parameters `$1` and `$2`. Everything else that a shell would
 * act on (`;`, `&`, `<`, `>`, `(`, a backquote, other variables) is refused, so that a file can name
 * programs and arguments and nothing more.
 *
 * @throws {ModeFileError}
 * @see Apertium wiki, "Modes"; the format is what `apertium-gen-modes` writes
 */
export function parseModeFile(content: string): readonly Stage[] {
  const stages = splitAtPipes(tokens(content.trim())).map(([program, ...args]) => {
    if (program === undefined) throw new ModeFileError('a stage is empty');
    return { program, args: args.filter((arg) => arg !== '') };
  });
  return stages;
}

/**
 * The stage as one of a pipeline that lives on: `-z` makes it answer each NUL with a NUL.
 *
 * A few modes have the generator's `-g` fixed, which marks unknown words with `*`; `-n` does not.
 */
export function persistentStage({ program, args }: Stage): Stage {
  const unmarked = program === 'lt-proc' ? args.map((arg) => (arg === '-g' ? '-n' : arg)) : args;
  return { program, args: args.includes('-z') ? unmarked : ['-z', ...unmarked] };
}

function tokens(content: string): readonly Token[] {
  const result: Token[] = [];
  let word: string | undefined;
  const endWord = () => {
    if (word !== undefined) result.push({ kind: 'word', text: PARAMETERS.get(word) ?? word });
    word = undefined;
  };
  LEXEME.lastIndex = 0;
  while (LEXEME.lastIndex < content.length) {
    const at = LEXEME.lastIndex;
    const match = LEXEME.exec(content);
    if (match === null) throw new ModeFileError(`cannot read ${content.slice(at, at + 10)}`);
    const [, single, double, blank, escaped, pipe, plain] = match;
    if (pipe === undefined && blank === undefined) {
      word = (word ?? '') + (single ?? double ?? escaped ?? checkedVariable(plain));
    } else {
      endWord();
      if (pipe !== undefined) result.push({ kind: 'pipe' });
    }
  }
  endWord();
  return result;
}

function checkedVariable(plain = ''): string {
  if (plain.includes('$') && !PARAMETERS.has(plain)) {
    throw new ModeFileError(`unknown parameter ${plain}`);
  }
  return plain;
}

function splitAtPipes(all: readonly Token[]): readonly string[][] {
  const stages: string[][] = [[]];
  for (const token of all) {
    if (token.kind === 'pipe') stages.push([]);
    else stages.at(-1)?.push(token.text);
  }
  return stages;
}
