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
function _ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
function _ts_param(paramIndex, decorator) {
    return function(target, key) {
        decorator(target, key, paramIndex);
    };
}
import { Body, Controller, HttpCode, Inject, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiConsumes, ApiHeader, ApiOkResponse, ApiOperation, ApiProduces, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { abortSignalOf } from '@sextant/platform-http';
import { planOf } from '../domain/developer-keys.js';
import { MeteredTranslator } from '../domain/metered-translator.js';
import { CallerKey } from './caller.js';
import { ErrorDto } from './error.dto.js';
import { FormBodyInterceptor } from './form-body.interceptor.js';
import { REPORTING_TAG_HEADER, reportingTagOf } from './reporting-tag.js';
import { TranslateDto } from './translate.dto.js';
import { presentTranslations } from './translate.presenter.js';
import { TranslationsDto } from './translation.dto.js';
import { sendTranslationEvents, wantsEvents } from './translation-events.js';
import { translationOptionsOf } from './translation-options.js';
export class TranslateController {
    constructor(translator){
        this.translator = translator;
    }
    async translateText(caller, body, request, response) {
        const asked = translationRequestOf(body, caller, response);
        const customer = customerOf(caller, request);
        if (wantsEvents(request)) {
            await sendTranslationEvents(this.translator.stream(customer, asked), body, response);
            return undefined;
        }
        return presentTranslations(await this.translator.translate(customer, asked), body);
    }
}
_ts_decorate([
    Post(),
    HttpCode(200),
    UseInterceptors(FormBodyInterceptor),
    ApiOperation({
        summary: 'Translates texts.',
        description: 'With `Accept: text/event-stream` the answer is a stream of the events `delta` (`{index, text}`, a stretch of a translation), `translation` (`{index, ...}`, a whole one) and `done`.'
    }),
    ApiConsumes('application/json', 'application/x-www-form-urlencoded'),
    ApiProduces('application/json', 'text/event-stream'),
    ApiHeader({
        name: REPORTING_TAG_HEADER,
        required: false,
        description: 'A tag of at most 255 characters, under which the usage is reported.'
    }),
    ApiOkResponse({
        type: TranslationsDto
    }),
    _ts_param(0, CallerKey()),
    _ts_param(1, Body()),
    _ts_param(2, Req()),
    _ts_param(3, Res({
        passthrough: true
    })),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof ApiKey === "undefined" ? Object : ApiKey,
        typeof TranslateDto === "undefined" ? Object : TranslateDto,
        typeof Request === "undefined" ? Object : Request,
        typeof Response === "undefined" ? Object : Response
    ]),
    _ts_metadata("design:returntype", Promise)
], TranslateController.prototype, "translateText", null);
TranslateController = _ts_decorate([
    ApiTags('text'),
    ApiSecurity('auth_header'),
    ApiResponse({
        status: '4XX',
        type: ErrorDto
    }),
    ApiResponse({
        status: '5XX',
        type: ErrorDto
    }),
    Controller('v2/translate'),
    _ts_param(0, Inject(MeteredTranslator)),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof MeteredTranslator === "undefined" ? Object : MeteredTranslator
    ])
], TranslateController);
const translationRequestOf = (body, caller, response)=>({
        owner: caller.owner,
        texts: body.text,
        targetLang: body.target_lang,
        sourceLang: body.source_lang,
        options: translationOptionsOf(body),
        signal: abortSignalOf(response)
    });
const customerOf = (caller, request)=>({
        owner: caller.owner,
        keyId: caller.id,
        plan: planOf(caller),
        customTag: reportingTagOf(request)
    });

//# sourceMappingURL=translate.controller.js.map