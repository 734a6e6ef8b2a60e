import { pageConfig } from '@sextant/web/vite';

export default pageConfig({
  root: import.meta.dirname,
  files: '/ipt',
  inputs: { index: 'index.html', graphiql: 'graphiql.html', renewed: 'renewed.html' },
});
