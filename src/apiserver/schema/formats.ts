import { own } from '../json.ts';

/** The check for a `format` of a schema: a regular expression, or a format of JSON schema. */
export type Format = { readonly pattern: string; readonly maxLength?: number } | { readonly format: string };

/**
 * Returns the check for a `format` of a schema, as in `strfmt` of kube-openapi. Returns `undefined` for an unknown
 * format, because the kube-apiserver ignores unknown formats. Unlike the kube-apiserver, the checks for credit cards
 * and ISBNs ignore the check sum.
 */
export function formatOf(name: string): Format | undefined {
  return own(formats, name.replaceAll('-', ''));
}

/**
 * Returns whether the kube-apiserver supports a `format` for a type. A schema without a type counts as a string. For an
 * unsupported format, the kube-apiserver sends a warning.
 */
export function isKnownFormat(name: string, type: unknown): boolean {
  if (type === 'integer') return name === 'int32' || name === 'int64';
  if (type === 'number') return name === 'float' || name === 'double';
  return (type ?? 'string') === 'string' && (formatOf(name) !== undefined || unjudged.has(name));
}

const unjudged = new Set(['password']);

const hex = '[0-9A-Fa-f]';
const uuid = (version: string): string =>
  `^${hex}{8}-?${hex}{4}-?${version}${hex}{3}-?${hex}{4}-?${hex}{12}$`;
const octet = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';
const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const letter = '[a-zA-Z0-9\\p{S}\\p{L}]';
const unit = '(ns|us|µs|μs|ms|s|m|h)';
const longUnit =
  '(nanos?|micros?|millis?|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|d|weeks?|wks?|w|ns|us|ms|s|m|h)';

/** The checks for the values of `format`. The keys are the format names without hyphens. */
const formats: Readonly<Record<string, Format>> = {
  bsonobjectid: { pattern: '^[a-f0-9]{24}$' },
  byte: { pattern: '^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$' },
  cidr: {
    pattern: `^(${octet}\\.){3}${octet}/(3[0-2]|[12]?[0-9])$|^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*/[0-9]{1,3}$`,
  },
  creditcard: { pattern: '^([0-9][ -]?){13,19}$' },
  date: { format: 'date' },
  datetime: { format: 'date-time' },
  duration: { pattern: `^([-+]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)${unit})+$|^0$|^[0-9]+ *${longUnit}$` },
  email: { pattern: '^([^<>]*<)?[^\\s@<>]+@[^\\s@<>]+>?$' },
  hexcolor: { pattern: '^#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$' },
  hostname: {
    pattern: `^(${letter}((-?${letter}{0,62})?)|(${letter}(([-a-zA-Z0-9\\p{S}\\p{L}]{0,61}${letter})?)\\.)+[a-zA-Z\\p{L}]{2,63})$`,
  },
  ipv4: { format: 'ipv4' },
  ipv6: { format: 'ipv6' },
  isbn: { pattern: '^(?:[- ]?[0-9]){9}[- ]?[0-9X]$|^(?:[- ]?[0-9]){13}$' },
  isbn10: { pattern: '^(?:[- ]?[0-9]){9}[- ]?[0-9X]$' },
  isbn13: { pattern: '^(?:[- ]?[0-9]){13}$' },
  k8slongname: { pattern: `^${label}(\\.${label})*$`, maxLength: 253 },
  k8sshortname: { pattern: `^${label}$`, maxLength: 63 },
  mac: {
    pattern: `^${hex}{2}([-:]${hex}{2}){5}$|^${hex}{4}(\\.${hex}{4}){2}$|^${hex}{2}([-:]${hex}{2}){7}$`,
  },
  rgbcolor: { pattern: '^rgb\\( *([0-9]{1,3} *, *){2}[0-9]{1,3} *\\)$' },
  ssn: { pattern: '^[0-9]{3}[- ]?[0-9]{2}[- ]?[0-9]{4}$' },
  uri: { pattern: '^([A-Za-z][-+.A-Za-z0-9]*:[^\\s:]|/)[^\\s]*$' },
  uuid: { pattern: uuid(hex) },
  uuid3: { pattern: uuid('3') },
  uuid4: { pattern: uuid('4') },
  uuid5: { pattern: uuid('5') },
};
