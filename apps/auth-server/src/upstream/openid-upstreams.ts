import { Injectable } from '@nestjs/common';
import { Identity } from '../http/identity.js';
import { OpenidUpstream } from './openid-upstream.js';
import { readUpstreams } from './upstream-file.js';
import { UpstreamSettings } from './upstream.settings.js';
import type { UpstreamProviders } from './upstreams.js';

/** The providers of the file that `UPSTREAMS_FILE` names. */
@Injectable()
export class OpenidUpstreams implements UpstreamProviders {
  readonly all: readonly OpenidUpstream[];

  constructor({ upstreamsFile: file }: UpstreamSettings, { issuer }: Identity) {
    const entries = file === undefined ? [] : readUpstreams(file);
    this.all = entries.map((entry) => new OpenidUpstream(entry, issuer));
  }
}
