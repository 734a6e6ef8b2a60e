import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Paths and values of LibreOffice's own configuration. */
const SETTINGS: readonly (readonly [path: string, name: string, value: string])[] = [
  // Only signed macros of trusted people would run, and nobody is trusted.
  ['Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  ['Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  // Nothing that a document refers to is loaded, from disk or network.
  ['Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['Writer/Content/Update', 'Link', '2'],
  ['Calc/Content/Update', 'Link', '2'],
  // Should anything want out all the same, it asks a proxy that is not there.
  ['Inet/Settings', 'ooInetProxyType', '2'],
  ['Inet/Settings', 'ooInetHTTPProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPProxyPort', '9'],
  ['Inet/Settings', 'ooInetHTTPSProxyName', '127.0.0.1'],
  ['Inet/Settings', 'ooInetHTTPSProxyPort', '9'],
  ['Inet/Settings', 'ooInetNoProxy', ''],
];

const item = ([path, name, value]: (typeof SETTINGS)[number]): string =>
  `<item oor:path="/org.openoffice.${path === 'Inet/Settings' ? path : `Office.${path}`}">` +
  `<prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`;

/** A profile in which strangers' documents can be opened. */
export async function writeProfile(folder: string): Promise<void> {
  await mkdir(join(folder, 'user'), { recursive: true });
  const content = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
${SETTINGS.map(item).join('\n')}
</oor:items>
`;
  await writeFile(join(folder, 'user', 'registrymodifications.xcu'), content);
}
