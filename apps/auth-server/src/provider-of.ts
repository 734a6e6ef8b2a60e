import type { InjectionToken, Provider as NestProvider } from '@nestjs/common';

type Token = InjectionToken;

/** One thing made of others. */
export const one = (
  provide: Token,
  inject: Token[],
  useFactory: (...parts: never[]) => unknown,
) => ({
  provide,
  inject,
  useFactory: useFactory as (...parts: unknown[]) => unknown,
});

/** One thing made of an object whose members are others. */
export function gathered(
  tokens: Readonly<Record<string, Token>>,
  make: (parts: object) => unknown,
): { inject: Token[]; useFactory: (...parts: unknown[]) => unknown } {
  const names = Object.keys(tokens);
  return {
    inject: Object.values(tokens),
    useFactory: (...parts) =>
      make(Object.fromEntries(names.map((name, index) => [name, parts[index]]))),
  };
}

/** A class whose constructor takes its dependencies by name. */
export const named = (
  type: new (uses: never) => object,
  tokens: Readonly<Record<string, Token>>,
  common: object,
): NestProvider => ({
  provide: type,
  ...gathered(tokens, (parts) => new type({ ...parts, ...common } as never)),
});
