/** espeak-ng's data as a model brings it: a folder. The package has it in one file. */
export { unpackEspeakData as copyEspeakData } from '../src/engines/sherpa/espeak-data.js';
