import { describeImages } from './image-contents.js';

/** The leanest, and the one with most that no import names: models, dictionaries, fonts. */
describeImages(['relay', 'translate']);
