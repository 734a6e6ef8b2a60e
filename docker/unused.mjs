/** Packages that a dependency names and nothing here runs: types, a browser's part, a tool's command line. */
const LEFT_PACKAGES = [
  /^@types\//,
  /^undici-types$/,
  /^type-fest$/,
  /^@azure\/msal-browser$/,
  /^@scarf\/scarf$/,
  // Of onnxruntime-node's and @huggingface/hub's installers and command lines.
  /^(global-agent|adm-zip|cli-progress|yargs|yargs-parser|cliui)$/,
];

/** @param {string} name of a package @returns {boolean} whether no image needs it */
export const isLeft = (name) => LEFT_PACKAGES.some((pattern) => pattern.test(name));

const { platform, arch } = process;

/** Files of a package that do not run here; the services' own code names the weights of fonts that it reads. */
const RULES = [
  {
    name: /^onnxruntime-node$/,
    isUnused: (file) => /^bin\/napi-v\d+\//.test(file) && !file.includes(`/${platform}/${arch}/`),
  },
  {
    name: /^@expo-google-fonts\/noto-sans$/,
    isUnused: (file) =>
      /\.ttf$/.test(file) && !/^(400Regular|400Regular_Italic|700Bold|700Bold_Italic)\//.test(file),
  },
  {
    name: /^@expo-google-fonts\/noto-sans-/,
    isUnused: (file) => /\.ttf$/.test(file) && !file.startsWith('400Regular/'),
  },
  { name: /^@expo-google-fonts\//, isUnused: (file) => file.endsWith('.ttf.png') },
  // Its page loads the bundle and the preset.
  {
    name: /^swagger-ui-dist$/,
    isUnused: (file) => /^swagger-ui(-es-bundle(-core)?)?\.js$/.test(file),
  },
  // The service takes the slim one.
  { name: /^harper\.js$/, isUnused: (file) => file === 'dist/harper_wasm_bg.wasm' },
  { name: /^@koromix\/koffi-/, isUnused: (file) => file.startsWith('musl_') },
  // Types, and what leads a debugger to sources that are not there.
  { name: /./, isUnused: (file) => /\.(d\.[cm]?ts|map|tsbuildinfo|flow)$/.test(file) },
  // What is compiled into the packages' programs, and notes of their developers.
  {
    name: /./,
    isUnused: (file) =>
      /\.(c|cc|cpp|h|hh|hpp|gyp|gypi|tgz|[cm]?tsx?|md|markdown)$/.test(file) ||
      /(^|\/)(tests?|__tests__|benchmarks?|\.github|\.nyc_output)\//.test(file) ||
      /(^|\/)(yarn\.lock|Makefile)$/.test(file),
  },
];

/**
 * @param {string} name of a package
 * @param {string} file its path in the package, with slashes
 * @returns {boolean} whether no service reads it on this platform
 */
export const isUnused = (name, file) =>
  RULES.some((rule) => rule.name.test(name) && rule.isUnused(file));

/** Code that a package names only while it runs, which no trace can find. */
const HIDDEN = [{ name: /^pdfjs-dist$/, file: /^legacy\/build\/pdf\.worker\.mjs$/ }];

/** What is no code is kept with a package that is used: fonts, programs, WebAssembly, data, licences. */
export const isData = (name, file) =>
  !/\.([cm]?js|jsx|txt|html|ya?ml)$/.test(file) ||
  /licen[cs]e|notice|copying/i.test(file) ||
  HIDDEN.some((hidden) => hidden.name.test(name) && hidden.file.test(file));
