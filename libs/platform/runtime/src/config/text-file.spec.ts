import { describe, expect, it } from '@jest/globals';
import { jsonOfFile } from './text-file.js';

describe('a file of the operator', () => {
  it('may begin with the mark that some editors write', () => {
    expect(jsonOfFile('\uFEFF{"a": 1}')).toEqual({ a: 1 });
  });

  it.each([
    '{"bind_password": hunter2-and-more, "b": 1}',
    '{"bind_password": "hunter2-and-more" "b": 1}',
    `{"bind_password": "hunter2-and-\nmore"}`,
    `${' '.repeat(200)}{"bind_password": hunter2-and-more${' '.repeat(200)}`,
    '{"bind_password": "hunter2-and-more',
  ])('that is no JSON is not quoted: %j', (content) => {
    expect(() => jsonOfFile(content)).toThrow(/^It is not JSON: /);
    expect(() => jsonOfFile(content)).not.toThrow(/hunter|password/);
  });
});
