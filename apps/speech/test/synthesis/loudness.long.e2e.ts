import { describeLoudness } from './loudness.js';

describeLoudness({
  voices: ['george', 'henry', 'carly', 'lisa', 'scott', 'kal', 'de-female', 'zh-male'],
  encoded: ['henry', 'george', 'zh-male'],
});
