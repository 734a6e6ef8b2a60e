import { pageConfig } from '@sextant/web/vite';

export default pageConfig({
  root: import.meta.dirname,
  files: '/start',
  inputs: { index: 'index.html', console: 'console.html', renewed: 'renewed.html' },
});
