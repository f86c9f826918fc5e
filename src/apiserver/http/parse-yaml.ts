import type { ScalarTag, Tags } from 'yaml';
import { isRecord } from '../../objects/index.ts';
import { pause, YamlError, yamlSteps } from '../../yaml/index.ts';
import { checkText } from './check-size.ts';
import { duplicateFields } from './duplicate-fields.ts';
import { Refusal } from '../status/refusal.ts';

/** Options for how a YAML body is read. */
export interface YamlReading {
  /** Whether a repeated key is an error. Otherwise the last value of the key is used. */
  readonly strict?: boolean;
}

/**
 * Parses the first document of a YAML 1.1 text as the Go libraries of Kubernetes do. For example, `yes` is true, and `0644` is
 * octal. Times, and all other values that JSON does not have, remain strings.
 *
 * @throws Refusal 413 for YAML with too many tokens
 * @throws Refusal 400 for YAML that is too deep
 * @throws YamlError for invalid YAML
 */
export function parseYaml(text: string, options?: YamlReading): unknown {
  const reading = yamlReading(text, options);
  for (let step = reading.next(); ; step = reading.next()) if (step.done === true) return step.value;
}

/**
 * Parses YAML as {@link parseYaml} does, and returns the value. The generator yields between the steps, so that the
 * server can answer other requests.
 *
 * @throws Refusal 413, 400
 * @throws YamlError for invalid YAML
 */
export function* yamlReading(text: string, { strict = false }: YamlReading = {}): Generator<void, unknown> {
  if (controlCharacter.test(text)) throw unlikeGo('control characters are not allowed');
  const json = asJson(text, strict);
  if (json !== undefined) return json;
  const schema = { version: '1.1', customTags: plainTags } as const;
  try {
    for (const step of yamlSteps(text, { maxParts, duplicateKeys: !strict, schema })) {
      if (step !== pause) return withoutNaN(step.document);
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
 *
 * @throws Error for a JSON text that the YAML library of Go does not accept
 */
function asJson(text: string, strict: boolean): object | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  checkText(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined; // a text that begins with `{` can also be a flow mapping of YAML
  }
  for (const [escape] of text.matchAll(escapes)) {
    if (escape === '\\/') throw unlikeGo('found unknown escape character');
    if (surrogate.test(escape)) throw unlikeGo('found invalid Unicode character escape code');
  }
  if (strict && duplicateFields(text).length > 0) return undefined; // the YAML parser then reports the repeated key
  return isRecord(value) ? value : undefined;
}

/** An escape sequence in a JSON string. */
const escapes = /\\(?:u[0-9a-f]{4}|.)/gi;
const surrogate = /^\\ud[89a-f]/i;
/** A character that YAML does not allow, not even in quotes. */
// eslint-disable-next-line no-control-regex -- the expression finds control characters
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

/** Creates the error that the YAML library of Go reports. The YAML library of this package would accept the text. */
const unlikeGo = (problem: string): Error => new Error(`error converting YAML to JSON: yaml: ${problem}`);

/** @throws Error for a value that contains NaN, which JSON does not have */
function withoutNaN(value: unknown): unknown {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (Number.isNaN(one)) throw new Error('error converting YAML to JSON: json: unsupported value: NaN');
    if (typeof one === 'object' && one !== null) for (const item of Object.values(one)) waiting.push(item);
  }
  return value;
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

const plainTags = (tags: Tags): Tags => [
  ...tags.filter(
    (tag) =>
      typeof tag === 'string' || (!notPlain.has(tag.tag) && !('format' in tag && tag.format === 'TIME')),
  ),
  octal,
];

const notPlain = new Set(
  ['binary', 'omap', 'pairs', 'set', 'timestamp'].map((name) => `tag:yaml.org,2002:${name}`),
);

/** The octal numbers of YAML 1.2, such as `0o17`. The YAML library of Go also accepts these numbers. */
const octal: ScalarTag = {
  tag: 'tag:yaml.org,2002:int',
  default: true,
  test: /^[-+]?0o[0-7]+$/,
  resolve: (text) => Number(text.replace(/^[-+]/, '')) * (text.startsWith('-') ? -1 : 1),
};
