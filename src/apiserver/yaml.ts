import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

/** The library for YAML. It has 72 modules, and many a server is never sent any: loaded when it is needed. */
export function yaml(): typeof Yaml {
  return require('yaml') as typeof Yaml;
}

const require = createRequire(import.meta.url);
