import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { workspaceRoot } from '@sextant/platform-testing';
import { hasBrowser, HEADLESS } from '@sextant/platform-testing/browser';
import type { Place } from './started-stack.js';

/** The demonstration of auth-server as it is called, against a stack that runs. */
export function testAuthDemo(place: () => Place): void {
  (hasBrowser ? it : it.skip)('walks through the protocol and the pages by demo:auth', async () => {
    const { dataDir, env } = place();
    const demo = join(workspaceRoot(), 'scripts', 'demo', 'auth.mjs');
    const { stdout } = await promisify(execFile)('node', [demo, '--data', dataDir], {
      env: { ...process.env, CHROMIUM: HEADLESS, ...env },
    });

    expect(stdout).toContain('signs in at an application by it alone: urn:sextant:passkey');
    expect(stdout).toMatch(/and is signed out: "Sign in"\nAll of it worked\.\n$/);
  });
}
