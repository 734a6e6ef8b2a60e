import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ApolloServerOptions, ApolloServerPlugin, BaseContext } from '@apollo/server';
import { jsonOfFile } from '@sextant/platform-runtime/config';
import { GraphQLError } from 'graphql';

/** Every operation that is run, by the ids that clients send; and the hashes of their texts. */
export interface SafeList {
  readonly byId: ReadonlyMap<string, string>;
  readonly hashes: ReadonlySet<string>;
}

interface Manifest {
  readonly operations: readonly { readonly id: string; readonly body: string }[];
}

/**
 * Reads lists of operations as Apollo's tools write them.
 *
 * @see https://www.apollographql.com/docs/graphos/platform/security/persisted-queries
 * @throws {Error} for a file that is none
 */
export function readSafeList(files: readonly (string | URL)[]): SafeList {
  const operations = files.flatMap((file) => {
    const manifest = jsonOfFile(readFileSync(file, 'utf8'));
    if (isManifest(manifest)) return manifest.operations;
    throw new Error(`${String(file)} is no list of persisted operations.`);
  });
  return {
    byId: new Map(operations.map(({ id, body }) => [id, body])),
    hashes: new Set(operations.map(({ body }) => hashOf(body))),
  };
}

const isManifest = (value: unknown): value is Manifest => {
  const { operations } = Object(value) as { readonly operations?: unknown };
  return Array.isArray(operations) && operations.every(isOperation);
};

const isOperation = (value: unknown): boolean => {
  const { id, body } = Object(value) as Partial<Manifest['operations'][number]>;
  return typeof id === 'string' && typeof body === 'string';
};

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What Apollo puts before hashes. */
const PREFIX = 'apq:';

/** Operations are looked up in the list, and nothing is added to it. */
export function persistedQueries({
  byId,
}: SafeList): NonNullable<ApolloServerOptions<BaseContext>['persistedQueries']> {
  return {
    cache: {
      get: (key) => Promise.resolve(byId.get(key.replace(PREFIX, ''))),
      set: () => Promise.resolve(),
      delete: () => Promise.resolve(false),
    },
  };
}

export const isListed = ({ hashes }: Pick<SafeList, 'hashes'>, source: string): boolean =>
  hashes.has(hashOf(source));

export const notListed = (): GraphQLError =>
  new GraphQLError('This operation is not in the list of those that are run here.', {
    extensions: { code: 'OPERATION_NOT_LISTED', http: { status: 400 } },
  });

/** Refuses every operation that is not in the list, before anything of it runs. */
export const onlyListed = ({ hashes }: SafeList): ApolloServerPlugin => ({
  requestDidStart: () =>
    Promise.resolve({
      didResolveOperation: ({ source }) => {
        if (isListed({ hashes }, source)) return Promise.resolve();
        throw notListed();
      },
    }),
});
