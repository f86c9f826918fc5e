import type { Tags } from 'yaml';
import { yaml } from '../yaml.ts';

/**
 * YAML as the Go libraries of Kubernetes read it, which is YAML 1.1: `yes` is true, and `0644` is octal. Times and what
 * is not JSON stay texts.
 */
export function parseYaml(text: string): unknown {
  return yaml().parse(text, { version: '1.1', uniqueKeys: false, customTags: plainTags });
}

const plainTags = (tags: Tags): Tags =>
  tags.filter((tag) => typeof tag === 'string' || !notPlain.has(tag.tag));

const notPlain = new Set(
  ['binary', 'omap', 'pairs', 'set', 'timestamp'].map((name) => `tag:yaml.org,2002:${name}`),
);
