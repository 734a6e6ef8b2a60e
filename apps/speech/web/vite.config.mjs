import { pageConfig } from '@sextant/web/vite';

export default pageConfig({
  root: import.meta.dirname,
  files: '/speech/studio',
  inputs: { index: 'index.html', renewed: 'renewed.html' },
});
