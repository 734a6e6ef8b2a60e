import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Share } from '@sextant/platform-testing';
import { ADMIN_KEY, startTranslate, type RunningTranslate } from './running-translate.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
}

interface Document {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly requestBody?: { readonly content: Record<string, { readonly schema: Schema }> };
        readonly parameters?: readonly { readonly in: string; readonly name: string }[];
      }
    >
  >;
  readonly components: { readonly schemas: Record<string, Schema> };
}

const HOSTILE: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['NUL', 'a\0b'],
  ['a lone surrogate', '\ud800'],
  ['a number', 7],
  ['a negative number', -1],
  ['a huge number', 1e300],
  ['an empty text', ''],
  ['a blank text', ' \n\t'],
  ['a long text', 'x'.repeat(20_000)],
  ['a list', []],
  ['a list with null', [null]],
  ['an object', {}],
  ['a boolean', true],
];

let running: RunningTranslate;
let document: Document;

const resolved = (schema: Schema): Schema => {
  if (schema.allOf !== undefined) return resolved(schema.allOf[0] ?? {});
  if (schema.$ref === undefined) return schema;
  return resolved(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
};

/** A body that is right in shape, so that what is put into it is the only fault. */
function example(schema: Schema): unknown {
  const { type, properties, items } = resolved(schema);
  if (properties !== undefined) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, exampleOf(name, member)]),
    );
  }
  if (type === 'array') return [example(items ?? {})];
  return type === 'integer' || type === 'number' ? 1 : type === 'boolean' ? false : 'x';
}

const KNOWN: Readonly<Record<string, unknown>> = {
  source_lang: 'en',
  target_lang: 'es',
  target_language: 'es',
  language: 'es',
  entries: 'a\tb',
  entries_format: 'tsv',
  plan: 'pro',
  configured_rules: {},
};

const exampleOf = (name: string, member: Schema): unknown => KNOWN[name] ?? example(member);

/** Every way to put one value into one member, at every depth. */
function* spoilt(body: unknown, value: unknown): Generator<[string, unknown]> {
  if (Array.isArray(body)) {
    for (const [path, item] of spoilt(body[0], value)) yield [`0.${path}`, [item]];
    return;
  }
  if (typeof body !== 'object' || body === null) return;
  for (const [name, member] of Object.entries(body)) {
    yield [name, { ...body, [name]: value }];
    for (const [path, changed] of spoilt(member, value)) {
      yield [`${name}.${path}`, { ...body, [name]: changed }];
    }
  }
}

/** Declares that no value brings the service down, of so many members and parameters. */
export const describeHostileMembers = (share: Share): void =>
  describe('whatever a member holds', () => {
    beforeAll(async () => {
      running = await startTranslate();
      document = (await (await running.get('/docs/openapi.json')).json()) as Document;
    });

    afterAll(() => running.close());

    it.each(HOSTILE)(
      `%s is no internal error, in any member of any body${share.told}`,
      async (_what, value) => {
        const faults: string[] = [];
        let asked = 0;
        for (const [path, method, schema] of bodies()) {
          for (const [member, body] of spoilt(example(schema), value)) {
            asked += 1;
            if (!share.has(asked)) continue;
            const status = await statusOf(method, path, body);
            if (status >= 500) faults.push(`${method} ${path} ${member}: ${status}`);
          }
        }

        expect(faults).toEqual([]);
      },
    );

    it.each(['%00', '%ED%A0%80', '-1', '99999999999', '', 'null', '%27'])(
      `%s is no internal error, in any parameter of any address${share.told}`,
      async (value) => {
        const faults: string[] = [];
        for (const [at, [method, address]] of addressesWith(value).entries()) {
          if (!share.has(at)) continue;
          const status = await statusOf(method, address);
          if (status >= 500) faults.push(`${method} ${address}: ${status}`);
        }

        expect(faults).toEqual([]);
      },
    );

    it('null is the same as leaving an optional parameter out', async () => {
      const house = { text: ['The house is big.'], source_lang: 'EN', target_lang: 'ES' };
      const nulls = {
        glossary_id: null,
        custom_instructions: null,
        model_type: null,
        context: null,
        tag_handling: null,
        translation_memory_id: null,
      };

      const answer = await running.translate({ ...house, ...nulls });

      expect(await answer.json()).toEqual({
        translations: [{ detected_source_language: 'EN', text: 'La casa es grande.' }],
      });
    });
  });

function bodies(): readonly (readonly [string, string, Schema])[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      return schema === undefined ? [] : [[path, method.toUpperCase(), schema] as const];
    }),
  );
}

/** Every address that has a parameter, with a value in it. */
function addressesWith(value: string): readonly (readonly [string, string])[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
      parameters
        .filter(({ in: place }) => place !== 'header')
        .map(({ in: place, name }) => {
          const query = `${path}?${name}=${value}`;
          const address = place === 'query' ? query : path.replace(`{${name}}`, value);
          return [method.toUpperCase(), address] as const;
        }),
    ),
  );
}

const ID = '5f0b6f7e-1d3c-4e51-9a51-1c9a7f2b3d4e';

async function statusOf(method: string, path: string, body?: unknown): Promise<number> {
  const address = path.replaceAll(/\{\w+\}/g, ID);
  const response = await running.request(method, address, {
    key: ADMIN_KEY,
    ...(body === undefined ? {} : { body: body as object }),
  });
  await response.text();
  return response.status;
}
