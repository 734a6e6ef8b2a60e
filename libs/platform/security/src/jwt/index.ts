export { accessOf, requireAccess, type RequireAccess } from './access.middleware.js';
export { ACCESS_ERRORS, isStepUp } from './access-errors.js';
export { jwtSettings, JwtSettings, TokenSettings, type JwtConfig } from './jwt-settings.js';
export {
  JwtVerifier,
  requireScope,
  type ShowingRequest,
  type TokenAccess,
} from './jwt-verifier.js';
export { protectedResource, type ProtectedResource } from './protected-resource.js';
