import { createText } from '@sextant/web';
import { texts as en } from './en.js';
import { texts as es } from './es.js';

export const useText = createText({ en, es });
