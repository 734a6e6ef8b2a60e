import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '@sextant/platform-http/errors';
import { IPT_ERRORS, isRetryable } from '../src/errors/ipt-errors.js';
import { UPLOAD_ERRORS } from '../src/images/upload-receiver.js';
import { appFolder } from './client.js';

const readme = readFileSync(join(appFolder(), 'README.md'), 'utf8');

/** Code and whether a retry helps, of each row of the table of codes. */
const documented = [...readme.matchAll(/^\| `([A-Z_]+)` +\| (yes|no) +\|/gm)].map(
  ([, code = '', retryable]) => [code, retryable === 'yes'] as const,
);

/** Codes of requests that no operation answers. */
const ofRequests = [...readme.matchAll(/^\| [45]\d\d +\| `([A-Z_]+)` /gm)].map(
  ([, code = '']) => code,
);

describe('the codes of the README', () => {
  it('are those of the service, with what is worth a retry', () => {
    const own = Object.values(IPT_ERRORS).map((make) => {
      const problem = make();
      expect(problem).toBeInstanceOf(Problem);
      return [problem.code, isRetryable(problem)] as const;
    });

    expect(documented.toSorted()).toEqual(own.toSorted());
    for (const make of Object.values(UPLOAD_ERRORS)) expect(readme).toContain(`\`${make().code}\``);
  });

  it('are each met by a test', () => {
    const tests = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.e2e.ts') && file !== 'readme.e2e.ts')
      .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
      .join('\n');
    const codes = [
      ...documented.map(([code]) => code),
      ...ofRequests,
      ...Object.values(UPLOAD_ERRORS).map((make) => make().code),
    ];

    expect(ofRequests).toContain('QUERY_TOO_LARGE');
    expect(codes.filter((code) => !tests.includes(`'${code}'`))).toEqual([]);
  });
});
