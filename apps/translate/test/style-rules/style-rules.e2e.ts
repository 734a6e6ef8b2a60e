import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as deepl from 'deepl-node';
import { anotherOrganization } from '../organizations.js';
import {
  AUTH_KEY,
  errorOf,
  startTranslate,
  sdkOptions,
  type RequestOptions,
  type RunningTranslate,
} from '../running-translate.js';

let running: RunningTranslate;
let client: deepl.DeepLClient;

beforeAll(async () => {
  running = await startTranslate();
  client = new deepl.DeepLClient(AUTH_KEY, sdkOptions(running));
});

afterAll(() => running.close());

const send = async (method: string, path: string, options?: RequestOptions) =>
  errorOf(await running.request(method, path, options));

const create = () =>
  client.createStyleRule({
    name: 'Legal',
    language: 'es',
    configured_rules: { numbers: { number_format: 'use_comma' } },
    custom_instructions: [{ label: 'Currency', prompt: 'Put the symbol first.' }],
  });

describe('style rules, through the official client', () => {
  it('are created, shown, renamed, configured and deleted', async () => {
    const { styleId, version } = await create();

    const renamed = await client.updateStyleRuleName(styleId, 'Marketing');
    const configured = await client.updateStyleRuleConfiguredRules(styleId, {
      punctuation: { quotation_mark: 'use_guillemets' },
    });
    const shown = await client.getStyleRule(styleId);
    await client.deleteStyleRule(styleId);

    expect([version, renamed.version, configured.version]).toEqual([1, 2, 3]);
    expect(shown).toMatchObject({
      name: 'Marketing',
      language: 'es',
      configuredRules: { punctuation: { quotation_mark: 'use_guillemets' } },
      customInstructions: [{ label: 'Currency', prompt: 'Put the symbol first.' }],
    });
    await expect(client.getStyleRule(styleId)).rejects.toThrow('not found');
  });

  it('are listed page by page, in short or with all they hold', async () => {
    await create();
    await create();

    const [brief] = await client.getAllStyleRules(0, 1);
    const [second] = await client.getAllStyleRules(1, 1, true);

    expect(brief?.customInstructions).toBeUndefined();
    expect(second?.styleId).not.toBe(brief?.styleId);
    expect(second?.customInstructions).toHaveLength(1);
  });

  it('hold instructions that are added, shown, replaced and deleted', async () => {
    const { styleId } = await create();

    const { id = '' } = await client.createStyleRuleCustomInstruction(styleId, {
      label: 'Tone',
      prompt: 'Be brief.',
    });
    await client.updateStyleRuleCustomInstruction(styleId, id, {
      label: 'Tone',
      prompt: 'Be very brief.',
      source_language: 'en',
    });
    const shown = await client.getStyleRuleCustomInstruction(styleId, id);
    await client.deleteStyleRuleCustomInstruction(styleId, id);

    expect(shown).toMatchObject({ id, label: 'Tone', prompt: 'Be very brief.' });
    expect((await client.getStyleRule(styleId)).customInstructions).toHaveLength(1);
    await expect(client.getStyleRuleCustomInstruction(styleId, id)).rejects.toThrow('not found');
    await expect(client.deleteStyleRuleCustomInstruction(styleId, id)).rejects.toThrow('not found');
  });

  it('hold 200 instructions and no more', async () => {
    const instruction = { label: 'a', prompt: 'b' };
    const full = { name: 'n', language: 'es', custom_instructions: Array(200).fill(instruction) };
    const { style_id: id } = (await (
      await running.request('POST', '/v3/style_rules', { body: full })
    ).json()) as { style_id: string };

    expect(
      await send('POST', `/v3/style_rules/${id}/custom_instructions`, { body: instruction }),
    ).toMatchObject({ status: 456, message: expect.stringContaining('200 custom instructions') });
    expect(
      await send('POST', '/v3/style_rules', {
        body: { ...full, custom_instructions: Array(201).fill(instruction) },
      }),
    ).toMatchObject({ status: 400 });
  });
});

describe('bad input', () => {
  const list = { name: 'n', language: 'es' };

  it.each([
    ['no name', { language: 'es' }, "Parameter 'name' not specified"],
    ['an empty name', { ...list, name: '' }, "Parameter 'name' not specified"],
    ['no language', { name: 'n' }, "Parameter 'language' not specified"],
    [
      'a language without style rules',
      { ...list, language: 'pt' },
      "Value for 'language' not supported.",
    ],
    [
      'an unknown group',
      { ...list, configured_rules: { colours: {} } },
      "Value for 'configured_rules' not supported.",
    ],
    [
      'a rule that is no word',
      { ...list, configured_rules: { numbers: { a: 1 } } },
      "Value for 'configured_rules' not supported.",
    ],
    [
      'a label above 100 characters',
      { ...list, custom_instructions: [{ label: 'a'.repeat(101), prompt: 'b' }] },
      "Value for 'label' not supported.",
    ],
    [
      'a prompt above 300 characters',
      { ...list, custom_instructions: [{ label: 'a', prompt: 'b'.repeat(301) }] },
      "Value for 'prompt' not supported.",
    ],
  ])('%s is refused', async (_what, body, message) => {
    expect(await send('POST', '/v3/style_rules', { body })).toMatchObject({ status: 400, message });
  });

  it.each(['page=-1', 'page_size=0', 'page_size=26', 'detailed=maybe'])(
    '?%s is refused',
    async (query) => {
      expect(await send('GET', `/v3/style_rules?${query}`)).toMatchObject({ status: 400 });
    },
  );

  it('another organization’s list is 404', async () => {
    const key = await anotherOrganization(running);
    const { styleId } = await create();

    for (const method of ['GET', 'DELETE']) {
      expect(await send(method, `/v3/style_rules/${styleId}`, { key })).toMatchObject({
        status: 404,
        message: 'Style rule list not found.',
      });
    }
  });
});
