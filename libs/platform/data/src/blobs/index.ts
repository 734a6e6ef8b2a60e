export { blobSettings, blobsOf } from './blob-settings.js';
export { Blobs } from './blobs.js';
export { DiskBlobs } from './disk-blobs.js';
