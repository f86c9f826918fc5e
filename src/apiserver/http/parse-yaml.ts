import type { Tags } from 'yaml';
import { isRecord } from '../../objects/index.ts';
import { pause, YamlError, yamlSteps } from '../../yaml/index.ts';
import { checkText } from './check-size.ts';
import { Refusal } from '../status/refusal.ts';

/**
 * YAML as the Go libraries of Kubernetes read it, which is YAML 1.1: `yes` is true, and `0644` is octal. Times and what
 * is not JSON stay texts.
 *
 * @throws Refusal 413 for what has too many parts, 400 for what is too deep
 * @throws YamlError for what is no YAML
 */
export function parseYaml(text: string): unknown {
  const reading = yamlReading(text);
  for (let step = reading.next(); ; step = reading.next()) if (step.done === true) return step.value;
}

/**
 * The same in steps, and returns the value.
 *
 * @throws Refusal 413, 400
 * @throws YamlError
 */
export function* yamlReading(text: string): Generator<void, unknown> {
  const json = asJson(text);
  if (json !== undefined) return json;
  const schema = { version: '1.1', customTags: plainTags } as const;
  try {
    for (const step of yamlSteps(text, { mostParts, mostDocuments: 1, duplicateKeys: true, schema })) {
      if (step !== pause) return step.document;
      yield;
    }
    return null;
  } catch (error) {
    if (error instanceof YamlError && error.tooLarge) throw tooManyParts();
    throw error;
  }
}

/** An object in JSON is YAML too, and is what most clients send: it is read a hundred times as fast. */
function asJson(text: string): object | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  checkText(text);
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // in YAML's own braces
  }
}

/** A text is read in slices, but the end of the work on its one document, some 1 µs for each part, is not. */
const mostParts = 300_000;

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
