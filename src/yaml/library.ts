import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

/**
 * Returns the YAML library. The library is loaded at the first call, because the library has 72 modules and
 * many programs do not need YAML.
 */
export function yaml(): typeof Yaml {
  return require('yaml') as typeof Yaml;
}

const require = createRequire(import.meta.url);
