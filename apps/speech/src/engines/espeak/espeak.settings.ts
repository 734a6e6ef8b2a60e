import { settingsOf, text } from '@sextant/platform-runtime/config';

export class EspeakSettings extends settingsOf({
  espeakLibrary: text({
    env: 'ESPEAK_LIBRARY',
    description:
      "espeak-ng as WebAssembly (none), from this library, or from the machine's where it has one (auto).",
    example: '/usr/local/lib/libespeak-ng.so.1',
    default: 'auto',
  }),
}) {}
