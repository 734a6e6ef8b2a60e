export { createApi, type Api } from './api/api.js';
export { ApiError } from './api/api-error.js';
