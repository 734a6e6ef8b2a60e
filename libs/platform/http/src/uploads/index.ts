export { UPLOAD_ERRORS } from './upload-errors.js';
export { Uploads, type UploadedFile, type UploadedForm, type UploadOptions } from './uploads.js';
