import type { Stage } from './mode-file.js';

/**
 * A stage that edits each text with a script of GNU sed.
 *
 * `sed -u` writes each answer at once but makes one system call for each byte it reads: 40 to 180 µs a sentence.
 * Without its output's buffer alone, sed reads in blocks and answers each NUL as soon: 5 to 10 µs.
 *
 * @param syntax `extended` regular expressions (`-E`), or `basic` ones
 */
export const editingStage = (syntax: 'basic' | 'extended', script: string): Stage => ({
  program: 'stdbuf',
  args: ['-o0', 'sed', '-z', ...(syntax === 'extended' ? ['-E'] : []), script],
});
