import { Module, type DynamicModule } from '@nestjs/common';
import type { RelayConfig } from '../options/config.js';
import { healthcheckController, inputController } from './input.controller.js';
import { inputs } from './inputs.js';
import { InputsModule } from './inputs.module.js';

/** A controller for each input, on the paths that the options give it. */
@Module({ imports: [InputsModule] })
export class InputRoutesModule {
  static register(config: RelayConfig): DynamicModule {
    const { healthcheckPath } = config;
    return {
      module: InputRoutesModule,
      controllers: [
        ...inputs(config).map((input) => inputController(input)),
        ...(healthcheckPath === undefined ? [] : [healthcheckController(healthcheckPath)]),
      ],
    };
  }
}
