export {
  CircuitBreaker,
  type BreakerCall,
  type BreakerLimits,
  type BreakerState,
} from './circuit-breaker.js';
