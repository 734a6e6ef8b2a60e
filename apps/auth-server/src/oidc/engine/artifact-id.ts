import { hash } from 'node:crypto';

/** The key under which an artifact is stored: nobody who reads the table can present it. */
export const artifactId = (kind: string, value: string): Buffer =>
  hash('sha256', `${kind}\n${value}`, 'buffer');
