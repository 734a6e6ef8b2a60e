export { builtFile } from './built-file.js';
export { decideNode, ensureNode, NODE_MAJOR, type NodeDecision } from './ensure-node.js';
export { family, type FamilyKey, type FamilySetting } from './family.js';
export { forSetting } from './for-setting.js';
export { helpText, redacted } from './describe-config.js';
export { ConfigError, loadConfig, type ConfigOf, type Schema, type Source } from './load-config.js';
export { makeFolder, writableFolder } from './make-folder.js';
export { ServiceName } from './service-name.js';
export { schemaOf, settingsOf, type SettingsClass } from './settings-class.js';
export {
  custom,
  integer,
  list,
  oneOf,
  optional,
  required,
  text,
  toggle,
  url,
  type Kind,
  type Setting,
} from './setting.js';
export { jsonOfFile, textOfFile } from './text-file.js';
