export { pdfFontkit, type PdfFont } from './pdf-fontkit.js';
