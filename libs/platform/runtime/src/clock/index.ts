export { Clock, FakeClock, systemClock } from './clock.js';
export { fixedIds, Ids, Random, randomIds, secureRandom } from './ids.js';
export { SteadyClock } from './steady-clock.js';
