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
import { HTTP_PROBLEMS } from '@sextant/platform-errors';
const MEMBER = /^dictionaries\[(\d{1,4})\]\.(\w+)$/;
export class FormDictionariesInterceptor {
    intercept(context, next) {
        const request = context.switchToHttp().getRequest();
        if (request.is('application/x-www-form-urlencoded')) {
            request.body = fromForm(request.body);
        } else if (!request.is('application/json')) {
            throw HTTP_PROBLEMS.unsupportedMediaType({
                message: 'Content-Type must be application/json or application/x-www-form-urlencoded.'
            });
        }
        return next.handle();
    }
}
FormDictionariesInterceptor = _ts_decorate([
    Injectable()
], FormDictionariesInterceptor);
function fromForm(form) {
    const body = {};
    const dictionaries = new Map();
    for (const [name, value] of Object.entries(form)){
        const [, index, member] = MEMBER.exec(name) ?? [];
        if (index === undefined || member === undefined) {
            body[name] = value;
            continue;
        }
        const dictionary = dictionaries.get(Number(index)) ?? {};
        dictionaries.set(Number(index), {
            ...dictionary,
            [member]: value
        });
    }
    if (dictionaries.size === 0) return body;
    const inOrder = [
        ...dictionaries
    ].sort(([a], [b])=>a - b);
    return {
        ...body,
        dictionaries: inOrder.map(([, dictionary])=>dictionary)
    };
}

//# sourceMappingURL=form-dictionaries.interceptor.js.map