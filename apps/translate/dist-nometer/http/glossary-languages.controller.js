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
import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { baseLanguage } from '../domain/language.js';
import { Translator } from '../domain/translator.js';
import { LanguagePairsDto } from './glossary.dto.js';
export class GlossaryLanguagesController {
    constructor(translator){
        this.translator = translator;
    }
    list() {
        const routes = this.translator.routes();
        const targets = new Set([
            ...routes.targets()
        ].map(baseLanguage));
        return {
            supported_languages: routes.sources().flatMap((source)=>[
                    ...targets
                ].filter((target)=>target !== source && routes.route(source, target) !== undefined).sort().map((target)=>({
                        source_lang: source,
                        target_lang: target
                    })))
        };
    }
}
_ts_decorate([
    Get(),
    ApiOperation({
        summary: 'Lists the pairs that glossaries can be applied to.'
    }),
    ApiOkResponse({
        type: LanguagePairsDto
    }),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", []),
    _ts_metadata("design:returntype", typeof LanguagePairsDto === "undefined" ? Object : LanguagePairsDto)
], GlossaryLanguagesController.prototype, "list", null);
GlossaryLanguagesController = _ts_decorate([
    ApiTags('glossaries, version 2'),
    ApiSecurity('auth_header'),
    Controller('v2/glossary-language-pairs'),
    _ts_param(0, Inject(Translator)),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof Translator === "undefined" ? Object : Translator
    ])
], GlossaryLanguagesController);

//# sourceMappingURL=glossary-languages.controller.js.map