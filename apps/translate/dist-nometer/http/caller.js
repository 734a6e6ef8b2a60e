import { createParamDecorator } from '@nestjs/common';
import { apiKeyOf, AUTH_ERRORS } from './auth-key.js';
/** The key that the request came with. */ export const CallerKey = createParamDecorator((_data, context)=>keyOf(context));
/** The organization of that key: what the request may see and change. */ export const Owner = createParamDecorator((_data, context)=>keyOf(context).owner);
function keyOf(context) {
    const key = apiKeyOf(context.switchToHttp().getRequest());
    if (key === undefined) throw AUTH_ERRORS.invalidKey();
    return key;
}

//# sourceMappingURL=caller.js.map