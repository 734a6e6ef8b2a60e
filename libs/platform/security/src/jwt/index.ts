export { accessOf, requireAccess, type RequireAccess } from './access.middleware.js';
export { ACCESS_ERRORS, isStepUp } from './access-errors.js';
export { jwtSettings, JwtSettings, type JwtConfig } from './jwt-settings.js';
export { JwtVerifier, requireScope, type TokenAccess } from './jwt-verifier.js';
export { protectedResource, type ProtectedResource } from './protected-resource.js';
