import { Injectable } from '@nestjs/common';
import type { CheckerFactory } from '../checker-factory.js';
import { HarperWriter } from './harper-writer.js';
import { HarperSettings } from './harper.settings.js';

/** English, inside this service. */
@Injectable()
export class HarperFactory implements CheckerFactory {
  constructor(private readonly settings: HarperSettings) {}

  create(): Promise<HarperWriter | undefined> {
    return Promise.resolve(this.settings.harperEnabled ? new HarperWriter() : undefined);
  }
}
