export { FakeClock, systemClock, type Clock } from './clock.js';
export { fixedIds, randomIds, secureRandom, type Ids, type Random } from './ids.js';
export { SteadyClock } from './steady-clock.js';
