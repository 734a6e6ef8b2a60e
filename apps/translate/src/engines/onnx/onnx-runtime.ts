import { createRequire } from 'node:module';

/** The runtime takes as much room as everything else of this service: it is an extra that comes with the first model. */
export function hasRuntime(): boolean {
  try {
    createRequire(import.meta.url).resolve('onnxruntime-node');
    return true;
  } catch {
    return false;
  }
}

export const RUNTIME_MISSING =
  'onnxruntime-node, which runs them, is not installed: npm run extras -- neural (an image: --build-arg EXTRAS=neural)';
