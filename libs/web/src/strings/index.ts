import { createText } from '../text/language.js';
import { texts as en } from './en.js';
import { texts as es } from './es.js';

/** The texts of the shared components. */
export const useWebText = createText({ en, es });
