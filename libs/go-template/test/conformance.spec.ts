import { describe, expect, it } from '@jest/globals';
import { relayFunctions, sprigFunctions } from '../src/index.js';
import { rendered, vectorFiles, vectorFunctions } from './vectors.js';

const { toPrettyJson, regexFindSubmatch } = sprigFunctions;
const functions = {
  ...relayFunctions(),
  ...(toPrettyJson && { toPrettyJson }),
  ...(regexFindSubmatch && { regexFindSubmatch }),
  ...vectorFunctions,
};
const files = vectorFiles();
const total = files.flatMap(({ groups }) => groups.flatMap(({ vectors }) => vectors)).length;

describe(`${total} vectors made by Go`, () => {
  for (const { name, groups } of files) {
    const count = groups.reduce((sum, { vectors }) => sum + vectors.length, 0);

    it(`${name}: renders all ${count} byte for byte, with Go's error texts`, () => {
      const ours = groups.map((group) =>
        group.vectors.map((vector) =>
          rendered(group, vector, group.functions === 'sprig' ? sprigFunctions : functions),
        ),
      );

      const theirs = groups.map(({ vectors }) => vectors);
      expect(ours).toEqual(theirs);
    });
  }
});
