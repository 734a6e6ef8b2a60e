import type { FactoryProvider, InjectionToken } from '@nestjs/common';
import type { Token } from './http/token.js';

type AnyToken<Value> = Token<Value> | (abstract new (...uses: never) => Value);

/** A factory whose parameters are what is injected, in the same order. */
export const provide = <Value, Uses extends readonly unknown[]>(
  of: AnyToken<Value>,
  inject: readonly [...{ [Index in keyof Uses]: AnyToken<Uses[Index]> }],
  useFactory: (...uses: Uses) => Value | Promise<Value>,
): FactoryProvider => ({
  provide: of as InjectionToken,
  inject: [...inject] as InjectionToken[],
  useFactory,
});
