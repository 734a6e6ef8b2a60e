export { lazily } from './lazily.js';
