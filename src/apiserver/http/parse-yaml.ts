import type { Tags } from 'yaml';
import { isRecord } from '../../objects/index.ts';
import { pause, YamlError, yamlSteps } from '../../yaml/index.ts';
import { checkText } from './check-size.ts';
import { Refusal } from '../status/refusal.ts';

/**
 * Parses YAML as the Go libraries of Kubernetes do, in YAML 1.1: `yes` is true, and `0644` is octal. Times and other
 * values that JSON does not have stay strings.
 *
 * @throws Refusal 413 for YAML with too many parts, 400 for YAML that is too deep
 * @throws YamlError for invalid YAML
 */
export function parseYaml(text: string): unknown {
  const reading = yamlReading(text);
  for (let step = reading.next(); ; step = reading.next()) if (step.done === true) return step.value;
}

/**
 * Does the same in steps, and returns the value.
 *
 * @throws Refusal 413, 400
 * @throws YamlError
 */
export function* yamlReading(text: string): Generator<void, unknown> {
  const json = asJson(text);
  if (json !== undefined) return json;
  const schema = { version: '1.1', customTags: plainTags } as const;
  try {
    for (const step of yamlSteps(text, { maxParts, maxDocuments: 1, duplicateKeys: true, schema })) {
      if (step !== pause) return step.document;
      yield;
    }
    return null;
  } catch (error) {
    if (error instanceof YamlError && error.tooLarge) throw tooManyParts();
    throw error;
  }
}

/** Most clients send a JSON object as YAML. The JSON parser reads such a text a hundred times as fast. */
function asJson(text: string): object | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  checkText(text);
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // a flow mapping of YAML that is not JSON
  }
}

/** The parser runs in slices, except its last phase, which takes about 1 µs for each part of the document. */
const maxParts = 300_000;

const tooManyParts = (): Refusal =>
  new Refusal({
    code: 413,
    reason: 'RequestEntityTooLarge',
    message: `Request entity too large: the YAML has more than ${maxParts} parts: send it as JSON`,
  });

const plainTags = (tags: Tags): Tags =>
  tags.filter((tag) => typeof tag === 'string' || !notPlain.has(tag.tag));

const notPlain = new Set(
  ['binary', 'omap', 'pairs', 'set', 'timestamp'].map((name) => `tag:yaml.org,2002:${name}`),
);
