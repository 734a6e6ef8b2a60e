import type { Scope } from './scope.js';

export const presentScope = (scope: Scope) => ({
  id: scope.id,
  scope_name: scope.name,
  description: scope.description,
  is_default: scope.isDefault,
  roles: scope.roles,
  is_active: scope.isActive,
  created_at: scope.createdAt.toISOString(),
});
