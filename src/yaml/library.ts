import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';

/** The library for YAML, loaded at its first use: it has 72 modules, and many programs never need it. */
export function yaml(): typeof Yaml {
  return require('yaml') as typeof Yaml;
}

const require = createRequire(import.meta.url);
