import type { Tags } from 'yaml';
import { isRecord } from '../../objects/index.ts';
import { pause, YamlError, yamlSteps } from '../../yaml/index.ts';
import { checkText } from './check-size.ts';
import { Refusal } from '../status/refusal.ts';

/**
 * Parses YAML 1.1 as the Go libraries of Kubernetes do. For example, `yes` is true, and `0644` is octal. Times, and all
 * other values that JSON does not have, remain strings.
 *
 * @throws Refusal 413 for YAML with too many tokens
 * @throws Refusal 400 for YAML that is too deep
 * @throws YamlError for invalid YAML
 */
export function parseYaml(text: string): unknown {
  const reading = yamlReading(text);
  for (let step = reading.next(); ; step = reading.next()) if (step.done === true) return step.value;
}

/**
 * Parses YAML as {@link parseYaml} does, and returns the value. The generator yields between the steps, so that the
 * server can answer other requests.
 *
 * @throws Refusal 413, 400
 * @throws YamlError for invalid YAML
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

/**
 * Parses a text as JSON. Returns `undefined` if the text is not a JSON object. Most clients send JSON as YAML, and the
 * JSON parser is a hundred times as fast as the YAML parser.
 */
function asJson(text: string): object | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  checkText(text);
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // a text that begins with `{` can also be a flow mapping of YAML
  }
}

/**
 * The maximum number of tokens in a YAML document. The parser can pause, except in its last phase. The last phase takes
 * about 1 µs per token.
 */
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
