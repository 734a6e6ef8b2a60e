export { pdfFontkit, type PdfFont } from './pdf-fontkit.js';
export { type FontName } from './font-files.js';
export { FontStore, type FontPlaces } from './font-store.js';
export { FontUnavailable } from './font-unavailable.js';
