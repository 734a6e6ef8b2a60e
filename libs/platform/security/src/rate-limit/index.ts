export { placeOf } from './place.js';
export { rateLimitSettings, RateLimitSettings } from './rate-limit-settings.js';
export {
  rateLimit,
  type RateLimitHeaders,
  type RateLimitOptions,
} from './rate-limit.middleware.js';
export { RateLimitModule } from './rate-limit.module.js';
export {
  RateLimiter,
  RateLimiters,
  type Allowance,
  type Policy,
  type RateLimitersOptions,
} from './rate-limiter.js';
