import { describe, expect, it } from '@jest/globals';
import { family, helpText, integer, list, loadConfig, redacted, text } from './index.js';

const CHAIN = { name: 'chain', pattern: /^[1-9]\d*$/ };

const schema = {
  name: text({ env: 'NAME', description: 'Name.', example: 'a', default: 'a' }),
  urls: family(
    CHAIN,
    list({ env: 'RPC_URL', description: 'Endpoints.', example: 'https://a', secret: true }),
  ),
  blocks: family(CHAIN, integer({ env: 'FROM_BLOCK', description: 'First.', example: '7' })),
};
const load = (argv: string[], env: Record<string, string> = {}) =>
  loadConfig(schema, { argv, env });

describe('a setting that there is once for each of many', () => {
  it('has the keys that variables and flags name, flags before variables', () => {
    const config = load(['--rpc-url-137', 'https://c', '--from-block-1=8'], {
      RPC_URL_1: 'https://a,https://b',
      RPC_URL_137: 'https://other',
      FROM_BLOCK_1: '7',
      FROM_BLOCK_10: '9',
    });

    expect([...config.urls]).toEqual([
      ['1', ['https://a', 'https://b']],
      ['137', ['https://c']],
    ]);
    expect([...config.blocks]).toEqual([
      ['1', 8],
      ['10', 9],
    ]);
  });

  it('has none where nothing names one, or what is named is empty', () => {
    expect(load([], { RPC_URL_1: '' }).urls.size).toBe(0);
    expect(load([]).blocks.size).toBe(0);
  });

  it('reads a file of the configuration as well', () => {
    const config = loadConfig(schema, { argv: [], env: {}, file: { FROM_BLOCK_5: '1' } });

    expect(config.blocks.get('5')).toBe(1);
  });

  it('complains of each member by its own name, and of flags whose key is none', () => {
    const complaints = (argv: string[], env: Record<string, string>) => () => load(argv, env);

    expect(complaints([], { FROM_BLOCK_5: 'x' })).toThrow(
      'FROM_BLOCK_5: "x" must be a whole number',
    );
    expect(complaints(['--rpc-url-none', 'a'], {})).toThrow('--rpc-url-none: unknown option');
    expect(complaints(['--from-block-5'], {})).toThrow('--from-block-5: needs a value');
  });

  it('ignores variables whose key is none', () => {
    expect(load([], { FROM_BLOCK_NONE: '1', FROM_BLOCK_05: '1' }).blocks.size).toBe(0);
  });

  it('never shows secrets', () => {
    const config = load([], { RPC_URL_1: 'https://secret', FROM_BLOCK_1: '7' });

    expect(redacted(schema, config)).toEqual({
      name: 'a',
      urls: { '1': '[redacted]' },
      blocks: { '1': 7 },
    });
  });

  it('stands once in the help, with the place of the key', () => {
    const help = helpText('Usage', schema);

    expect(help).toContain('--rpc-url-<chain> (RPC_URL_<chain>)');
    expect(help).toContain('one for each chain, optional; example: https://a');
    expect(help.match(/RPC_URL/g)).toHaveLength(1);
  });
});
