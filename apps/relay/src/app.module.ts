import { Module, type DynamicModule } from '@nestjs/common';
import { HealthModule } from '@sextant/platform-runtime/health';
import type { Logger } from '@sextant/platform-runtime/logging';
import { AdministrationModule } from './administration/administration.module.js';
import { SpoolProbe } from './administration/spool.probe.js';
import { AdmissionModule } from './admission/admission.module.js';
import { ReviewsProbe } from './admission/reviews.probe.js';
import { ConsoleModule } from './console/console.module.js';
import { ContractModule } from './contract/contract.module.js';
import { HistoryStoreModule } from './history/history-store.module.js';
import { HistoryModule } from './history/history.module.js';
import { InputRoutesModule } from './inputs/input-routes.module.js';
import { ObservabilityModule } from './observability/observability.module.js';
import type { RelayConfig } from './options/config.js';
import { OptionsModule } from './options/options.module.js';
import { StreamsModule } from './sources/streams/streams.module.js';
import { SpoolModule } from './spool/spool.module.js';

/** The service: its features, from the ground up in `floors.json`. */
@Module({})
export class AppModule {
  static register(config: RelayConfig, logger: Logger): DynamicModule {
    const probes = config.k8sListen === undefined ? [SpoolProbe] : [SpoolProbe, ReviewsProbe];
    return {
      module: AppModule,
      imports: [
        OptionsModule.register(config, logger),
        ObservabilityModule,
        SpoolModule,
        HistoryStoreModule,
        InputRoutesModule.register(config),
        AdministrationModule,
        ContractModule,
        ConsoleModule,
        HistoryModule,
        StreamsModule,
        HealthModule.register({ imports: [AdministrationModule, AdmissionModule], probes }),
      ],
    };
  }
}
