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
/** Repeated parameters. */ const LISTS = new Set([
    'text',
    'custom_instructions'
]);
/** Comma-separated or repeated. */ const COMMA_LISTS = new Set([
    'glossary_ids',
    'ignore_tags',
    'non_splitting_tags',
    'splitting_tags'
]);
const BOOLEANS = new Set([
    'enable_beta_languages',
    'outline_detection',
    'preserve_formatting',
    'show_applied_terms',
    'show_billed_characters',
    'show_provenance'
]);
const NUMBERS = new Set([
    'translation_memory_threshold'
]);
const TRUTH = {
    '1': true,
    true: true,
    '0': false,
    false: false
};
/** @see spec 1, part 4 */ const JSON_ONLY = [
    'style_id',
    'custom_instructions',
    'tag_handling_version'
];
/**
 * The official clients send these parameters in forms all the same, and must work unchanged (our choice).
 * deepl-node 1.28 is one: everything it sends to translate is a form.
 */ const OFFICIAL_CLIENT = /^deepl-(?:node|python|php|ruby|dotnet|java)\//;
export class FormBodyInterceptor {
    intercept(context, next) {
        const request = context.switchToHttp().getRequest();
        if (request.is('application/x-www-form-urlencoded')) {
            const form = request.body;
            refuseJsonOnly(form, request.headers['user-agent']);
            request.body = fromForm(form);
        } else if (!request.is('application/json')) {
            throw HTTP_PROBLEMS.unsupportedMediaType({
                message: 'Content-Type must be application/json or application/x-www-form-urlencoded.'
            });
        }
        return next.handle();
    }
}
FormBodyInterceptor = _ts_decorate([
    Injectable()
], FormBodyInterceptor);
function refuseJsonOnly(form, client = '') {
    const name = JSON_ONLY.find((parameter)=>form[parameter] !== undefined);
    if (name === undefined || OFFICIAL_CLIENT.test(client)) return;
    throw HTTP_PROBLEMS.badRequest({
        message: `Parameter '${name}' is only supported in requests with a JSON body.`
    });
}
function fromForm(form) {
    return Object.fromEntries(Object.entries(form).map(([name, value])=>[
            name,
            fromFormValue(name, value)
        ]));
}
function fromFormValue(name, value) {
    if (LISTS.has(name)) return typeof value === 'string' ? [
        value
    ] : value;
    if (COMMA_LISTS.has(name)) return commaList(value);
    if (typeof value !== 'string') return value;
    if (BOOLEANS.has(name)) return TRUTH[value] ?? value;
    return NUMBERS.has(name) && /^\d{1,9}$/.test(value) ? Number(value) : value;
}
function commaList(value) {
    const given = Array.isArray(value) ? value : [
        value
    ];
    return given.flatMap((item)=>typeof item === 'string' ? item.split(',') : [
            item
        ]).map((item)=>typeof item === 'string' ? item.trim() : item).filter((item)=>item !== '');
}

//# sourceMappingURL=form-body.interceptor.js.map