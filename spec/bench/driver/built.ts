import { existsSync } from 'node:fs';

/** For contenders that run the package as it is published. */
export function built(): Promise<void> {
  return existsSync(new URL('../../../dist/index.js', import.meta.url))
    ? Promise.resolve()
    : Promise.reject(new Error('dist/ is not there: npm run build'));
}
