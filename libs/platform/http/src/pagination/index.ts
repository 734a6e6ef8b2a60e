export { CursorCodec } from './cursor-codec.js';
export { nextLink, pageLimit, PAGE_ERRORS, type LimitRule } from './page.js';
