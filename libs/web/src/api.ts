export { createApi, type Api } from './api/api.js';
export { createSender, type Sender } from './api/sender.js';
export { createUploader, type Uploader } from './api/uploader.js';
export { eventsOf } from './api/events.js';
export { ApiError } from './api/api-error.js';
