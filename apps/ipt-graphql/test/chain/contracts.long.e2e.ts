import { expect, it } from '@jest/globals';
import { join } from 'node:path';
import { run } from '../anvil.js';
import { appFolder } from '../client.js';

it('the committed bytecode and ABI are what the sources compile to', () => {
  expect(run(join(appFolder(), 'contracts', 'compile.mjs'), '--check')).toBe('');
});
