import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getMetadataStorage } from 'class-validator';
import * as clientDtos from '../../src/admin/clients/client.dto.js';
import * as scopeDtos from '../../src/admin/scopes/scope.dto.js';
import * as systemDtos from '../../src/admin/system/system.dto.js';
import * as userDtos from '../../src/admin/users/user.dto.js';
import type { Share } from '@sextant/platform-testing';
import { adminToken, bearer, json } from '../flows.js';
import { passwordOf, startAuth, type RunningAuth } from '../running-auth.js';

interface Operation {
  readonly requestBody?: {
    readonly content: Record<string, { readonly schema: { readonly $ref?: string } }>;
  };
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
}

const HOSTILE: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['NUL', 'a\0b'],
  ['a list with NUL', ['a\0b']],
  ['an object with NUL', { 'a\0b': 1 }],
  ['a lone surrogate', '\ud800'],
  ['a number', 7],
  ['a huge number', 1e300],
  ['an empty text', ''],
  ['a long text', 'x'.repeat(20_000)],
  ['a list', []],
  ['a list with null', [null]],
  ['an object', {}],
  ['a boolean', true],
];

const DTOS = Object.values({ ...clientDtos, ...scopeDtos, ...systemDtos, ...userDtos }).filter(
  (dto) => typeof dto === 'function' && dto.name.endsWith('Dto'),
);

/** Values that are right, so that what is put into one member is the only fault. */
const KNOWN: Readonly<Record<string, unknown>> = {
  email: 'somebody@example.org',
  password: 'a-tidy-purple-boat',
  redirect_uris: ['https://example.org/cb'],
  scopes: ['openid'],
  client_type: 'confidential',
  grant_types: ['authorization_code'],
  token_endpoint_auth_method: 'client_secret_basic',
  application_type: 'web',
  id_token_signed_response_alg: 'RS256',
};

/** They would end the session of the test itself, or rotate keys all the time. */
const LEFT_OUT = new Set(['POST /auth/logout', 'DELETE /auth/sessions', 'POST /admin/keys/rotate']);
const ID = '5f0b6f7e-1d3c-4e51-9a51-1c9a7f2b3d4e';

/** Declares that no value brings the service down, of so many members and parameters. */
export const describeHostileMembers = (share: Share): void =>
  describe('whatever a member holds', () => {
    let auth: RunningAuth;
    let document: Document;
    let token: string;

    beforeAll(async () => {
      auth = await startAuth({ env: { LOGIN_FREE_ATTEMPTS: '1000' } });
      document = await json<Document>(await fetch(`${auth.url}/docs/openapi.json`));
      token = await adminToken(auth.url);
    });
    afterAll(() => auth.close());

    const operations = () =>
      Object.entries(document.paths)
        .flatMap(([path, methods]) =>
          Object.entries(methods).map(([method, operation]) => ({
            path,
            method: method.toUpperCase(),
            operation,
          })),
        )
        .filter(({ method, path }) => !LEFT_OUT.has(`${method} ${path}`));

    const statusOf = async (method: string, path: string, body?: unknown): Promise<number> => {
      const response = await fetch(auth.url + path.replaceAll(/\{\w+\}/g, ID), {
        method,
        headers: { ...bearer(token), 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      await response.text();
      return response.status;
    };

    const membersOf = ({ requestBody }: Operation): Record<string, unknown> | undefined => {
      const schema = requestBody?.content['application/json']?.schema;
      const dto = DTOS.find(({ name }) => name === schema?.$ref?.split('/').at(-1));
      if (dto === undefined) return undefined;
      const rules = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
      return Object.fromEntries(rules.map(({ propertyName: name }) => [name, KNOWN[name]]));
    };

    it.each(HOSTILE)(
      `%s is no internal error, in any member of any body${share.told}`,
      async (_what, value) => {
        const faults: string[] = [];
        let asked = 0;
        for (const { method, path, operation } of operations()) {
          const members = membersOf(operation);
          for (const name of Object.keys(members ?? {})) {
            asked += 1;
            if (!share.has(asked)) continue;
            const example = {
              username: 'somebody',
              scope_name: 'x',
              description: 'x',
              client_name: 'x',
              ...members,
            };
            const known = Object.fromEntries(
              Object.entries(example).filter(([member]) => member in (members ?? {})),
            );
            const status = await statusOf(method, path, { ...known, [name]: value });
            if (status >= 500) faults.push(`${method} ${path} ${name}: ${status}`);
          }
        }

        expect(faults).toEqual([]);
        expect(asked).toBeGreaterThan(40);
      },
    );

    it.each(['%00', 'a%00b', '%ED%A0%80', '-1', '99999999999', 'null', '%27', '..%2f'])(
      `%s is no internal error, in any parameter of any address${share.told}`,
      async (value) => {
        const faults: string[] = [];
        let asked = 0;
        for (const { method, path, operation } of operations()) {
          for (const { in: place, name } of operation.parameters ?? []) {
            asked += 1;
            if (!share.has(asked)) continue;
            const address =
              place === 'query' ? `${path}?${name}=${value}` : path.replace(`{${name}}`, value);
            const status = await statusOf(method, address);
            if (status >= 500) faults.push(`${method} ${address}: ${status}`);
          }
        }

        expect(faults).toEqual([]);
      },
    );

    it('NUL is refused as such, wherever it is', async () => {
      expect(await statusOf('POST', '/admin/auth', { username: 'a\0b', password: 'x' })).toBe(400);
      expect(await statusOf('GET', '/admin/clients/%00')).toBe(400);
      expect(await statusOf('GET', '/admin/scopes/%00')).toBe(400);
      expect(await statusOf('GET', '/admin/audit?actor=%00')).toBe(400);
      expect(await statusOf('DELETE', '/auth/sessions/%00')).toBe(400);
      expect(
        await statusOf('POST', '/admin/auth', { username: 'ada', password: passwordOf('ada') }),
      ).toBe(200);
    });
  });
