function _ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
import { Injectable } from '@nestjs/common';
import { hasScope } from '@sextant/platform-api-keys';
import { problem } from '@sextant/platform-errors';
import { SCOPES } from '../domain/developer-keys.js';
import { apiKeyOf } from './auth-key.js';
export const ADMIN_ERRORS = {
    forbidden: problem('forbidden', 403, 'Forbidden. Only a key of an administrator of the organization may do this.')
};
export class AdminGuard {
    canActivate(context) {
        const key = apiKeyOf(context.switchToHttp().getRequest());
        if (key === undefined || !hasScope(key, SCOPES.admin)) throw ADMIN_ERRORS.forbidden();
        return true;
    }
}
AdminGuard = _ts_decorate([
    Injectable()
], AdminGuard);

//# sourceMappingURL=admin.guard.js.map