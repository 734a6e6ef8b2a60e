export { rateLimitSettings } from './rate-limit-settings.js';
export {
  rateLimit,
  type RateLimitHeaders,
  type RateLimitOptions,
} from './rate-limit.middleware.js';
export { RateLimiter, RateLimiters, type Allowance, type Policy } from './rate-limiter.js';
