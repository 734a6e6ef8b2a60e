import { pageConfig } from '@sextant/web/vite';

export default pageConfig({
  root: import.meta.dirname,
  files: '/inbox',
  inputs: { index: 'index.html', renewed: 'renewed.html', operations: 'operations/renewed.html' },
});
