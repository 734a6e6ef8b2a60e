/** Apart, so that an older Node is told what it lacks before this is loaded. */
export { modelsCommand } from '@sextant/platform-models';
