/** Apart, so that an older Node is told what it lacks before this is loaded, and so that the library is not imported lazily here and statically there. */
export { askOnTerminal, modelsCommand } from '@sextant/platform-models';
export { tryVoice } from './engines/sherpa/try-voice.js';
