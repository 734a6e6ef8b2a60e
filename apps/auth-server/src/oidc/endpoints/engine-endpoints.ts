import { Injectable } from '@nestjs/common';
import { Engine } from '../engine/engine.js';
import { afterEngine } from './after-engine.js';
import { delayLogoutCalls } from './whole-requests.js';

/** Puts what has to be different about the engine's answers around it, before it is built. */
@Injectable()
export class EngineEndpoints {
  constructor(engine: Engine) {
    engine.use(afterEngine(engine));
    engine.extend((provider) => delayLogoutCalls(provider, engine.uses));
  }
}
