import { describe, expect, it } from '@jest/globals';
import { ModeFileError, parseModeFile, persistentStage } from './mode-file.js';

describe('parseModeFile', () => {
  it('reads programs, quoted paths and the parameters of generation and tagging', () => {
    const stages = parseModeFile(
      "lt-proc '/usr/share/a b/x.bin' | apertium-tagger -g $2 '/p.prob' |lt-proc $1 '/gen.bin'\n",
    );

    expect(stages).toEqual([
      { program: 'lt-proc', args: ['/usr/share/a b/x.bin'] },
      { program: 'apertium-tagger', args: ['-g', '/p.prob'] },
      { program: 'lt-proc', args: ['-n', '/gen.bin'] },
    ]);
  });

  it('reads several lines, double quotes, backslashes and parts that belong together', () => {
    expect(parseModeFile(`cg-proc \\\n -w "a b"'c|d'\\ e\\'f`)).toEqual([
      { program: 'cg-proc', args: ['-w', "a bc|d e'f"] },
    ]);
  });

  it.each([
    'lt-proc a; rm b',
    'lt-proc a & b',
    'lt-proc a > b',
    'lt-proc < a',
    'lt-proc `id`',
    'lt-proc $(id)',
    'lt-proc $HOME',
    'lt-proc "$HOME"',
    "lt-proc 'open",
    'lt-proc "open',
  ])('refuses %p, which a shell would act on', (content) => {
    expect(() => parseModeFile(content)).toThrow(ModeFileError);
  });

  it.each(['', ' \n', 'lt-proc a | | b', 'lt-proc a |', '| lt-proc'])('refuses %p', (content) => {
    expect(() => parseModeFile(content)).toThrow('a stage is empty');
  });

  it('takes quoted characters of a shell for what they are', () => {
    expect(parseModeFile("lt-proc 'a; $(rm) > `b`'")).toEqual([
      { program: 'lt-proc', args: ['a; $(rm) > `b`'] },
    ]);
  });
});

describe('persistentStage', () => {
  it('answers each NUL', () => {
    expect(persistentStage({ program: 'cg-proc', args: ['-w', 'a'] }).args).toEqual([
      '-z',
      '-w',
      'a',
    ]);
    expect(persistentStage({ program: 'cg-proc', args: ['-z', 'a'] }).args).toEqual(['-z', 'a']);
  });

  it('generates without marks on unknown words', () => {
    expect(persistentStage({ program: 'lt-proc', args: ['-g', 'a'] }).args).toEqual([
      '-z',
      '-n',
      'a',
    ]);
    expect(persistentStage({ program: 'apertium-tagger', args: ['-g', 'a'] }).args).toEqual([
      '-z',
      '-g',
      'a',
    ]);
  });
});
