import { existsSync } from 'node:fs';

/** Checks that the package is built. Some measured programs import the published files of the package. */
export function built(): Promise<void> {
  return existsSync(new URL('../../../dist/index.js', import.meta.url))
    ? Promise.resolve()
    : Promise.reject(new Error('dist/ does not exist: run npm run build'));
}
