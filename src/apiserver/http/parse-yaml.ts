import type { Tags } from 'yaml';
import { isRecord } from '../../objects/index.ts';
import { Refusal } from '../status/refusal.ts';
import { yaml } from '../yaml.ts';

/**
 * YAML as the Go libraries of Kubernetes read it, which is YAML 1.1: `yes` is true, and `0644` is octal. Times and what
 * is not JSON stay texts.
 *
 * @throws Refusal 413 for what has too many parts
 */
export function parseYaml(text: string): unknown {
  const json = asJson(text);
  if (json !== undefined) return json;
  checkParts(text);
  try {
    return yaml().parse(text, { version: '1.1', uniqueKeys: false, customTags: plainTags });
  } catch (error) {
    // The library calls itself for what is in a value, and says so in its own error or in V8's.
    if (error instanceof Error && error.message.startsWith('Maximum call stack'))
      throw new Error('exceeded max depth', { cause: error });
    throw error;
  }
}

/** An object in JSON is YAML too, and is what most clients send: it is read a hundred times as fast. */
function asJson(text: string): object | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // in YAML's own braces
  }
}

/**
 * Nothing else is answered while the library reads: it takes some 5 µs for each part. The text of one value, however long,
 * is one.
 */
function checkParts(text: string): void {
  if (text.length <= mostParts) return;
  let parts = 0;
  for (const part of new (yaml().Lexer)().lex(text))
    if (part !== '' && ++parts > mostParts) throw tooManyParts();
}

/** A line with a key and a value has eight. */
const mostParts = 400_000;

const tooManyParts = (): Refusal =>
  new Refusal({
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: `Request entity too large: the YAML has more than ${mostParts} parts: send it as JSON`,
  });

const plainTags = (tags: Tags): Tags =>
  tags.filter((tag) => typeof tag === 'string' || !notPlain.has(tag.tag));

const notPlain = new Set(
  ['binary', 'omap', 'pairs', 'set', 'timestamp'].map((name) => `tag:yaml.org,2002:${name}`),
);
