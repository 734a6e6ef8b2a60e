import { describe, expect, it } from '@jest/globals';
import { IsBoolean } from 'class-validator';
import { Flag, Given, OptionalText, RequiredText } from './rules.js';
import { validated } from './validated.js';

class ExampleDto {
  @RequiredText(5)
  title!: string;

  @OptionalText(5)
  category?: string;

  @Flag()
  urgent?: boolean;

  @Given()
  @IsBoolean()
  checked?: boolean;

  greet(): string {
    return `Hello ${this.title}`;
  }
}

/** What is wrong with a body. */
function refusal(body: unknown): string {
  try {
    validated(ExampleDto, body);
    return 'none';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('a validated body', () => {
  it('is an instance of its DTO', () => {
    const dto = validated(ExampleDto, { title: 'Ada', category: '', urgent: null });

    expect(dto.greet()).toBe('Hello Ada');
  });

  it.each([
    [{}, 'FIELD_REQUIRED(title)'],
    ['text', 'FIELD_REQUIRED(title)'],
    [{ title: ' ' }, 'FIELD_REQUIRED(title)'],
    [{ category: 7 }, 'FIELD_REQUIRED(title)'],
    [{ title: 'longer' }, 'FIELD_INVALID(title)'],
    [{ title: 'Ada', category: 7, other: 1 }, 'FIELD_INVALID(category)'],
    [{ title: 'Ada', urgent: 'yes' }, 'FIELD_INVALID(urgent)'],
    [{ title: 'Ada', checked: null }, 'FIELD_INVALID(checked)'],
    [{ title: 'Ada', other: 1 }, 'FIELD_INVALID(other)'],
    [{ title: 'Ada', greet: 'x' }, 'FIELD_INVALID(greet)'],
    [{ title: 'Ada', 'a b\n': 1 }, 'FIELD_INVALID(a?b?)'],
  ])('%j: %s', (body, message) => {
    expect(refusal(body)).toBe(message);
  });

  it.each(['__proto__', 'constructor', 'toString'])('refuses a member named %s', (name) => {
    const body: unknown = JSON.parse(`{"title": "Ada", "${name}": {"category": 7}}`);

    expect(refusal(body)).toBe(`FIELD_INVALID(${name})`);
  });

  it('drops members that the DTO does not know where it is told to', () => {
    const body: unknown = JSON.parse('{"title": "Ada", "greet": 1, "other": 1, "__proto__": {}}');

    const dto = validated(ExampleDto, body, { dropsOthers: true });

    expect(Object.keys(dto)).toEqual(['title']);
    expect(dto.greet()).toBe('Hello Ada');
  });

  it.each([{ dropsOthers: true }, {}])('costs little with 100,000 members: %j', (options) => {
    const names = Array.from({ length: 100_000 }, (_none, index) => [`a${index}`, 1] as const);
    const body = { title: 'Ada', ...Object.fromEntries(names) };

    const startMs = performance.now();
    const isRefused = (() => {
      try {
        validated(ExampleDto, body, options);
        return false;
      } catch {
        return true;
      }
    })();

    expect(performance.now() - startMs).toBeLessThan(1000);
    expect(isRefused).toBe(options.dropsOthers !== true);
  });
});
