import { Injectable } from '@nestjs/common';
import { CurrentConfig } from '../options/current-config.js';
import { AlertmanagerSilences } from './alertmanager-silences.js';

/** The silences of the Alertmanager that is configured now. */
@Injectable()
export class ConfiguredSilences {
  constructor(private readonly config: CurrentConfig) {}

  /** Nothing where none is: then alerts are acknowledged only. */
  get alertmanager(): AlertmanagerSilences | undefined {
    const { silencesUrl: url, silencesKey: key } = this.config.value;
    return url === undefined ? undefined : new AlertmanagerSilences({ url, key });
  }
}
