import { Injectable } from '@nestjs/common';
import { forSetting } from '@sextant/platform-runtime/config';
import { readSafeList, type SafeList } from './persisted-operations.js';
import { QuerySettings } from './query.settings.js';

/** The only operations that are run, where files name them; what our own page asks is always among them. */
@Injectable()
export class ListedOperations {
  readonly listed: SafeList | undefined;

  constructor({ persistedOperationsFiles: files }: QuerySettings) {
    if (files === undefined) return;
    const all = [...files, new URL('./page-operations.json', import.meta.url)];
    this.listed = forSetting('PERSISTED_OPERATIONS_FILES', () => readSafeList(all));
  }
}
