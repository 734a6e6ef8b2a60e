/** Where this service's events go. */
export const TOPIC = 'sextant.speech';
