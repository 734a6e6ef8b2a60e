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
import { Controller, Get, Inject, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { Analytics } from '../domain/analytics.js';
import { AdminGuard } from './admin.guard.js';
import { AnalyticsQuery, CustomTagsQuery, TagReportDto, UsageReportDto } from './analytics.dto.js';
import { presentTagReport, presentUsageReport, toRange } from './analytics.presenter.js';
import { Owner } from './caller.js';
import { ErrorDto } from './error.dto.js';
export class AnalyticsController {
    constructor(analytics){
        this.analytics = analytics;
    }
    async usage(owner, query) {
        const groupBy = query.group_by === '' ? undefined : query.group_by;
        const report = await this.analytics.usage(owner, toRange(query), groupBy);
        return presentUsageReport(report, toRange(query), groupBy);
    }
    async usageByTag(owner, query) {
        const isByDay = query.aggregate_by === 'day';
        const page = query.page ?? 1;
        const report = await this.analytics.usageByTag(owner, toRange(query), {
            isByDay,
            page
        });
        return presentTagReport(report, toRange(query), isByDay);
    }
}
_ts_decorate([
    Get(),
    ApiOperation({
        summary: 'Reports the usage of the organization, at most 366 days of it.'
    }),
    ApiOkResponse({
        type: UsageReportDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Query()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        typeof AnalyticsQuery === "undefined" ? Object : AnalyticsQuery
    ]),
    _ts_metadata("design:returntype", Promise)
], AnalyticsController.prototype, "usage", null);
_ts_decorate([
    Get('custom-tags'),
    ApiOperation({
        summary: 'Reports the usage by the header X-DeepL-Reporting-Tag.'
    }),
    ApiOkResponse({
        type: TagReportDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Query()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        typeof CustomTagsQuery === "undefined" ? Object : CustomTagsQuery
    ]),
    _ts_metadata("design:returntype", Promise)
], AnalyticsController.prototype, "usageByTag", null);
AnalyticsController = _ts_decorate([
    ApiTags('administration'),
    ApiSecurity('auth_header'),
    ApiResponse({
        status: '4XX',
        type: ErrorDto
    }),
    UseGuards(AdminGuard),
    Controller('v2/admin/analytics'),
    _ts_param(0, Inject(Analytics)),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof Analytics === "undefined" ? Object : Analytics
    ])
], AnalyticsController);

//# sourceMappingURL=analytics.controller.js.map