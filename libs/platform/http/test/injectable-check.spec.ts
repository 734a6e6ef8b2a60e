import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { describe, expect, it } from '@jest/globals';
import { requireInjectables } from '../src/running/injectable-check.js';

@Injectable()
class Clockwork {}

class Forgotten {
  constructor(readonly clockwork: Clockwork) {}
}

@Injectable()
class Remembered {
  constructor(readonly clockwork: Clockwork) {}
}

@Module({
  providers: [
    Clockwork,
    Remembered,
    { provide: 'made', useFactory: (x: 1) => x, inject: [Clockwork] },
  ],
})
class Whole {}

@Module({ imports: [Whole], providers: [Clockwork, Forgotten] })
class Broken {}

describe('requireInjectables', () => {
  const contextOf = (module: typeof Whole) =>
    NestFactory.createApplicationContext(module, { logger: false });

  it('names the class that Nest would make without its dependencies', async () => {
    const app = await contextOf(Broken);

    expect(() => requireInjectables(app)).toThrow('These providers need @Injectable(): Forgotten.');
    await app.close();
  });

  it('takes classes with a decorator, and factories', async () => {
    const app = await contextOf(Whole);

    expect(() => requireInjectables(app)).not.toThrow();
    await app.close();
  });
});
