import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Returns the version of this package. */
export function version(): string {
  const file = createRequire(import.meta.url).resolve('rx-informer/package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
