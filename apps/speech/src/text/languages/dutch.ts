import type { SpokenLanguage } from './spoken-language.js';

export const DUTCH: SpokenLanguage = { signs: { '<': 'kleiner dan', '>': 'groter dan' } };
