import type { Tags } from 'yaml';
import { isRecord } from '../../objects/index.ts';
import { pause, YamlError, yamlSteps } from '../../yaml/index.ts';
import { checkText } from './check-size.ts';
import { duplicateFields } from './duplicate-fields.ts';
import { hasInfinity } from '../json-size.ts';
import { Refusal } from '../status/refusal.ts';
import { numberTags } from './yaml-number.ts';

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
  if (loneSurrogate.test(text)) throw unlikeGo('invalid Unicode character');
  const json = asJson(text, strict);
  if (json !== undefined) return json;
  const schema = { version: '1.1', customTags: plainTags } as const;
  const onDoubleQuoted = (source: string, offset: number, document: number): void => {
    if (document === 0) checkEscapes(text, source, offset);
  };
  try {
    for (const step of yamlSteps(text, { maxParts, duplicateKeys: !strict, onDoubleQuoted, schema })) {
      if (step !== pause) return withFiniteNumbers(step.document);
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
 * @throws Error for a JSON text that is not YAML for the Go libraries of Kubernetes
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
  checkEscapes(text, text, 0);
  if (hasInfinity(value)) return undefined; // Go reads a number that is too large for a double as a string
  if (strict && duplicateFields(text).length > 0) return undefined; // the YAML parser reports the place
  return isRecord(value) ? value : undefined;
}

/**
 * Checks the escape sequences of a text in double quotes. Unlike JSON and the YAML library of this package, the YAML
 * library of Go has no escape sequences `\/` and `\ud83d`.
 *
 * @param source - the part of `text` that begins at `offset`
 * @throws Error for an escape sequence that the YAML library of Go refuses
 */
function checkEscapes(text: string, source: string, offset: number): void {
  for (const { 0: escape, index } of source.matchAll(escapes)) {
    if (unknownEscape.test(escape)) throw unlikeGo('found unknown escape character', text, offset + index);
    if (surrogate.test(escape))
      throw unlikeGo('found invalid Unicode character escape code', text, offset + index);
  }
}

const escapes = /\\(?:u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[^])/g;
const unknownEscape = /^\\[^0abt\tnvfre "'\\N_LPxuU\r\n\u0085\u2028\u2029]/;
const surrogate = /^\\(?:u|U0000)[Dd][89A-Fa-f]/;
const loneSurrogate = /\p{Surrogate}/u;
/** A character that YAML does not allow, not even in quotes. */
// eslint-disable-next-line no-control-regex -- the expression finds control characters
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

/**
 * The error of the YAML library of Go, for a text that the YAML library of this package would read. The library names
 * the line, unless the line is the first one.
 */
function unlikeGo(problem: string, text = '', offset = 0): Error {
  const line = text.slice(0, offset).split(lineBreak).length;
  return new Error(`error converting YAML to JSON: yaml: ${line > 1 ? `line ${line}: ` : ''}${problem}`);
}

const lineBreak = /\r\n?|[\n\u0085\u2028\u2029]/;

/** @throws Error for a value that contains NaN or an infinite number, which JSON does not have */
function withFiniteNumbers(value: unknown): unknown {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === 'number' && !Number.isFinite(one)) {
      const shown = Number.isNaN(one) ? 'NaN' : one > 0 ? '+Inf' : '-Inf';
      throw new Error(`error converting YAML to JSON: json: unsupported value: ${shown}`);
    }
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
  ...tags.filter((tag) => typeof tag === 'string' || !replaced.has(tag.tag)),
  ...numberTags,
];

/** The tags of values that JSON does not have, and of numbers. */
const replaced = new Set(
  ['binary', 'omap', 'pairs', 'set', 'timestamp', 'int', 'float'].map((name) => `tag:yaml.org,2002:${name}`),
);
