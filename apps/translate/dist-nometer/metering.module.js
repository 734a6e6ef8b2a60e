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
import { Module } from '@nestjs/common';
import { ApiKeys, PostgresApiKeyStore } from '@sextant/platform-api-keys';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { DataSource } from 'typeorm';
import { PostgresUsageLedger } from './adapters/postgres/postgres-usage-ledger.js';
import { PostgresUsageReports } from './adapters/postgres/postgres-usage-reports.js';
import { Analytics } from './domain/analytics.js';
import { DeveloperKeys } from './domain/developer-keys.js';
import { Meter } from './domain/meter.js';
export class MeteringModule {
    static register(planLimits) {
        return {
            module: MeteringModule,
            global: true,
            providers: [
                {
                    provide: ApiKeys,
                    inject: [
                        DataSource
                    ],
                    useFactory: apiKeys
                },
                {
                    provide: PostgresUsageLedger,
                    inject: [
                        DataSource
                    ],
                    useFactory: (source)=>new PostgresUsageLedger(source, planLimits)
                },
                {
                    provide: Meter,
                    inject: [
                        PostgresUsageLedger
                    ],
                    useFactory: (ledger)=>new Meter({
                            ledger,
                            clock: systemClock,
                            ids: randomIds
                        })
                },
                {
                    provide: Analytics,
                    inject: [
                        DataSource
                    ],
                    useFactory: (source)=>new Analytics(new PostgresUsageReports(source))
                },
                {
                    provide: DeveloperKeys,
                    inject: [
                        ApiKeys,
                        PostgresUsageLedger,
                        Meter
                    ],
                    useFactory: (keys, ledger, meter)=>new DeveloperKeys({
                            keys,
                            ledger,
                            meter
                        })
                }
            ],
            exports: [
                ApiKeys,
                PostgresUsageLedger,
                Meter,
                Analytics,
                DeveloperKeys
            ]
        };
    }
}
MeteringModule = _ts_decorate([
    Module({})
], MeteringModule);
const apiKeys = (source)=>new ApiKeys({
        store: new PostgresApiKeyStore(source),
        clock: systemClock,
        ids: randomIds,
        random: secureRandom
    });

//# sourceMappingURL=metering.module.js.map