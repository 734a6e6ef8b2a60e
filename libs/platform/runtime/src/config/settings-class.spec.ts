import { describe, expect, it } from '@jest/globals';
import { integer, loadConfig, schemaOf, settingsOf, text } from './index.js';

const port = integer({ env: 'PORT', description: 'Port.', example: '80', default: 80 });
const brand = text({ env: 'BRAND', description: 'Name.', example: 'A', default: 'A' });

class ServerSettings extends settingsOf({ port }) {
  get origin(): string {
    return `http://localhost:${this.port}`;
  }
}

class PageSettings extends settingsOf({ brand }) {}

describe('settings of features', () => {
  const config = loadConfig(schemaOf([ServerSettings, PageSettings]), {
    argv: ['--port', '8080'],
    env: {},
  });

  it('hold the values of their own schema, and what their class derives', () => {
    expect(Object.entries(new ServerSettings(config))).toEqual([['port', 8080]]);
    expect(new ServerSettings(config).origin).toBe('http://localhost:8080');
    expect(Object.entries(new PageSettings(config))).toEqual([['brand', 'A']]);
  });

  it('are joined in order, for --help', () => {
    expect(Object.keys(schemaOf([PageSettings, ServerSettings]))).toEqual(['brand', 'port']);
  });

  it('refuses two features with one setting', () => {
    class Other extends settingsOf({ port }) {}

    expect(() => schemaOf([ServerSettings, Other])).toThrow('Two classes have the setting port.');
  });
});
