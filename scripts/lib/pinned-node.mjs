import { join } from 'node:path';

import { projectDir } from './project.mjs';

export const PINNED_MAJOR = 24;

/** Whether the machine's own Node, which runs this, is the one that is wanted. */
export const isPinned = process.versions.node.startsWith(`${PINNED_MAJOR}.`);

/** The Node that everything but the bootstrap runs on: the machine's own, or that of scripts/extras/node. */
export const pinnedNode = isPinned
  ? process.execPath
  : join(projectDir, 'node_modules', 'node', 'bin', 'node');
