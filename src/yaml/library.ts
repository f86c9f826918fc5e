import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

/**
 * Returns the YAML library. Loads the library at the first call, because it has 72 modules and many programs do not
 * need it.
 */
export function yaml(): typeof Yaml {
  return require('yaml') as typeof Yaml;
}

const require = createRequire(import.meta.url);
