export { ProblemFilter, type ProblemBody, type ProblemFilterOptions } from './problem.filter.js';
export { HTTP_PROBLEMS, Problem, problem } from './problem.js';
export type { ProblemDetails, ProblemFactory } from './problem.js';
export { toProblem, type Recognise } from './to-problem.js';
