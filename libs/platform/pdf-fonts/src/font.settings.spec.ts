import { describe, expect, it } from '@jest/globals';
import { fileURLToPath } from 'node:url';
import { loadConfig, redacted } from '@sextant/platform-runtime/config';
import { FontSettings } from './font.settings.js';

const { schema } = FontSettings;
const configOf = (env: Readonly<Record<string, string>>) => loadConfig(schema, { argv: [], env });
const file = fileURLToPath(import.meta.url);

describe('where fonts are', () => {
  it('is a registry whose password no log holds', () => {
    const config = configOf({ FONTS_REGISTRY: 'http://robot:s3cret@127.0.0.1' });

    expect(JSON.stringify(redacted(schema, config))).not.toContain('s3cret');
  });

  it.each([file, `${file}/below`, ''])('is no folder: %j', (folder) => {
    const argv = ['--fonts-dir', folder];

    expect(() => loadConfig(schema, { argv, env: {} })).toThrow(/FONTS_DIR: .* must be a folder/);
  });

  it.each(['/nowhere/yet', '.data/fonts', '/tmp'])('is a folder, or can be one: %s', (folder) => {
    expect(configOf({ FONTS_DIR: folder }).fontsDir).toBe(folder);
  });
});
