export { Rounds, type RoundsOptions } from './rounds.js';
export { WorkLoop, type Chore, type WorkLoopOptions } from './work-loop.js';
