import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '@sextant/platform-http/errors';
import { workspaceRoot } from '@sextant/platform-testing';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { parseMetadata, withImage } from '../../src/metadata/metadata.js';
import { metadataFor, type Answer } from '../client.js';

const file = join(workspaceRoot(), 'docs', 'api', 'schemas', 'ipt-graphql', 'metadata.json');
const isOfSchema = new Ajv2020({ strictTypes: false }).compile(
  JSON.parse(readFileSync(file, 'utf8')) as object,
);

type Members = Record<string, unknown>;

const whole = () => {
  const agreement = { agreementUri: 'ipfs://bafy', agreementContentHash: 'ab' };
  return structuredClone(
    metadataFor(agreement as unknown as Answer, 'YEAST'),
  ) as unknown as Members;
};

/** Sets what is at a path; `undefined` takes it away. */
function changed(path: string, value: unknown): Members {
  const document = whole();
  const names = path.split('.');
  const last = names.pop() ?? '';
  const parent = names.reduce((at, name) => at[name] as Members, document);
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else parent[last] = value;
  return document;
}

/** Whether the service takes it, and whether what it would store is of the schema. */
function verdicts(document: Members): readonly [boolean, boolean] {
  const image = 'bafkreifzjut3te2nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e';
  const stored = withImage({ document: document as never, symbol: '', agreementHashes: [] }, image);
  try {
    parseMetadata(JSON.stringify(document));
    return [true, isOfSchema(stored)];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return [false, isOfSchema(stored)];
  }
}

const PROJECT = 'properties.project_details';

describe('the published schema of metadata', () => {
  it.each([
    ['whole', 'name', 'Longevity in yeast'],
    ['with a member more', 'more', { any: 'thing' }],
    ['with an industry', `${PROJECT}.industry`, 'Biology'],
    ['with an industry that is null', `${PROJECT}.industry`, null],
    ['with a link to ipfs', 'external_url', 'ipfs://bafy'],
    ['with a link in capitals', 'external_url', 'HTTPS://example.org'],
    ['with a name as short as it may be', 'name', 'Yeast'],
  ])('takes what the service takes: %s', (_name, path, value) => {
    expect(verdicts(changed(path, value))).toEqual([true, true]);
  });

  it.each([
    ['name', undefined],
    ['name', 'Four'],
    ['name', 'x'.repeat(201)],
    ['name', 7],
    ['description', 'short'],
    ['description', ' '.repeat(20)],
    ['external_url', 'javascript:alert(1)'],
    ['external_url', 'https://'],
    ['terms_signature', ''],
    ['properties', []],
    ['properties.initial_symbol', 'NOT ONE'],
    ['properties.initial_symbol', 'X'.repeat(21)],
    ['properties.agreements', []],
    ['properties.agreements', Array.from({ length: 101 }, () => ({}))],
    ['properties.agreements.0.content_hash', undefined],
    ['properties.agreements.0.type', 'x'.repeat(101)],
    ['properties.agreements.0.mime_type', null],
    [`${PROJECT}.organization`, 'x'.repeat(121)],
    [`${PROJECT}.topic`, 'ab'],
    [`${PROJECT}.research_lead.name`, 'ab'],
    [`${PROJECT}.research_lead.email`, 'nobody'],
    [`${PROJECT}.funding_amount.value`, -1],
    [`${PROJECT}.funding_amount.value`, '1'],
    [`${PROJECT}.funding_amount.decimals`, 37],
    [`${PROJECT}.funding_amount.decimals`, 1.5],
    [`${PROJECT}.funding_amount.currency`, undefined],
    [`${PROJECT}.industry`, ''],
  ])('refuses what the service refuses: %s as %j', (path, value) => {
    expect(verdicts(changed(path, value))).toEqual([false, false]);
  });
});
