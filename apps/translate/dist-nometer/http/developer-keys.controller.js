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
import { Body, Controller, Get, HttpCode, Inject, Post, Put, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { DeveloperKeys, planOf, publicKeyId } from '../domain/developer-keys.js';
import { AdminGuard } from './admin.guard.js';
import { CallerKey, Owner } from './caller.js';
import { CreateKeyDto, DeveloperKeyDto, IssuedKeyDto, KeyIdDto, LimitKeyDto, RenameKeyDto } from './developer-keys.dto.js';
import { ErrorDto } from './error.dto.js';
export class DeveloperKeysController {
    constructor(developerKeys){
        this.developerKeys = developerKeys;
    }
    async create(caller, body) {
        const { key, secret } = await this.developerKeys.create({
            owner: caller.owner,
            label: body.label,
            plan: body.plan ?? planOf(caller)
        });
        return {
            ...present({
                key,
                limits: NO_LIMITS
            }),
            api_key: secret
        };
    }
    async list(owner) {
        return (await this.developerKeys.list(owner)).map(present);
    }
    async deactivate(caller, { key_id: id }) {
        return present(await this.developerKeys.deactivate(caller, id));
    }
    async rename(owner, { key_id: id, label }) {
        return present(await this.developerKeys.rename(owner, id, label));
    }
    async limit(owner, { key_id: id, characters, speech_to_text_milliseconds }) {
        const limits = {
            ...characters === undefined ? {} : {
                characters
            },
            ...speech_to_text_milliseconds === undefined ? {} : {
                speechToTextMilliseconds: speech_to_text_milliseconds
            }
        };
        return present(await this.developerKeys.limit(owner, id, limits));
    }
}
_ts_decorate([
    Post(),
    HttpCode(200),
    ApiOperation({
        summary: 'Creates a key that may translate.'
    }),
    ApiOkResponse({
        type: IssuedKeyDto
    }),
    _ts_param(0, CallerKey()),
    _ts_param(1, Body()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof ApiKey === "undefined" ? Object : ApiKey,
        typeof CreateKeyDto === "undefined" ? Object : CreateKeyDto
    ]),
    _ts_metadata("design:returntype", Promise)
], DeveloperKeysController.prototype, "create", null);
_ts_decorate([
    Get(),
    ApiOperation({
        summary: 'Lists all keys of the organization.'
    }),
    ApiOkResponse({
        type: [
            DeveloperKeyDto
        ]
    }),
    _ts_param(0, Owner()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String
    ]),
    _ts_metadata("design:returntype", Promise)
], DeveloperKeysController.prototype, "list", null);
_ts_decorate([
    Put('deactivate'),
    ApiOperation({
        summary: 'Deactivates a key, for good.'
    }),
    ApiOkResponse({
        type: DeveloperKeyDto
    }),
    _ts_param(0, CallerKey()),
    _ts_param(1, Body()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof ApiKey === "undefined" ? Object : ApiKey,
        typeof KeyIdDto === "undefined" ? Object : KeyIdDto
    ]),
    _ts_metadata("design:returntype", Promise)
], DeveloperKeysController.prototype, "deactivate", null);
_ts_decorate([
    Put('label'),
    ApiOperation({
        summary: 'Renames a key.'
    }),
    ApiOkResponse({
        type: DeveloperKeyDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Body()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        typeof RenameKeyDto === "undefined" ? Object : RenameKeyDto
    ]),
    _ts_metadata("design:returntype", Promise)
], DeveloperKeysController.prototype, "rename", null);
_ts_decorate([
    Put('limits'),
    ApiOperation({
        summary: 'Bounds what a key may use in a calendar month.'
    }),
    ApiOkResponse({
        type: DeveloperKeyDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Body()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        typeof LimitKeyDto === "undefined" ? Object : LimitKeyDto
    ]),
    _ts_metadata("design:returntype", Promise)
], DeveloperKeysController.prototype, "limit", null);
DeveloperKeysController = _ts_decorate([
    ApiTags('administration'),
    ApiSecurity('auth_header'),
    ApiResponse({
        status: '4XX',
        type: ErrorDto
    }),
    UseGuards(AdminGuard),
    Controller('v2/admin/developer-keys'),
    _ts_param(0, Inject(DeveloperKeys)),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof DeveloperKeys === "undefined" ? Object : DeveloperKeys
    ])
], DeveloperKeysController);
const NO_LIMITS = {
    characters: null,
    speechToTextMilliseconds: null
};
/** What is not set is left out, since the published description gives its members a type without `null`. */ function present({ key, limits }) {
    const { characters, speechToTextMilliseconds } = limits;
    return {
        key_id: publicKeyId(key),
        label: key.label,
        creation_time: key.createdAt.toISOString(),
        ...key.revokedAt === undefined ? {} : {
            deactivated_time: key.revokedAt.toISOString()
        },
        is_deactivated: key.revokedAt !== undefined,
        usage_limits: {
            ...characters === null ? {} : {
                characters
            },
            ...speechToTextMilliseconds === null ? {} : {
                speech_to_text_milliseconds: speechToTextMilliseconds
            }
        }
    };
}

//# sourceMappingURL=developer-keys.controller.js.map