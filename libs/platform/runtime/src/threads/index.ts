export { askThread, type ThreadBudget } from './ask-thread.js';
