import { describeImages } from './image-contents.js';

/** The one with most that no import names: models, dictionaries, fonts. */
describeImages(['translate']);
