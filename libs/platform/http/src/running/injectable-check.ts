import type { INestApplicationContext } from '@nestjs/common';
import { ModuleRef, ModulesContainer } from '@nestjs/core';

/** What TypeScript's `emitDecoratorMetadata` writes down of a decorated class: the types of its parameters. */
const PARAMETER_TYPES = 'design:paramtypes';

/**
 * Nest makes a class without a decorator as if it had no dependencies, without a word.
 *
 * @throws {Error} that names the providers whose constructors have parameters that Nest cannot see
 */
export function requireInjectables(app: INestApplicationContext): void {
  const wrappers = [...app.get(ModulesContainer).values()].flatMap((module) => [
    ...module.providers.values(),
  ]);
  const blind = wrappers.filter(
    ({ metatype, inject }) =>
      typeof metatype === 'function' &&
      metatype !== ModuleRef &&
      (inject ?? undefined) === undefined &&
      metatype.length > 0 &&
      !Reflect.hasMetadata(PARAMETER_TYPES, metatype),
  );
  if (blind.length === 0) return;
  const names = [...new Set(blind.map(({ name }) => String(name)))];
  throw new Error(`These providers need @Injectable(): ${names.join(', ')}.`);
}
