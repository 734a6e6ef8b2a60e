export { findModel, modelForPair } from './catalogue.js';
export { modelsCommand, type ModelsSurroundings } from './models-command.js';
export { DEFAULT_MODELS } from './translation-models.js';
export { RECORD_FILE, type ModelRecord } from './model-store.js';
export type { ModelPair } from './published-model.js';
export { modelPlaces, ModelsWatch, type ModelPlace } from './models-watch.js';
