import '@sextant/web/renewed';
