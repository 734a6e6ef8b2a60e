export { CircuitBreaker, type BreakerLimits } from './circuit-breaker.js';
