import { omittedFields, pointerFields, shownFields } from '../generated/go-fields.ts';
import { own } from '../json.ts';
import { definitionNameOf } from './built-in-schema.ts';
import type { Schema } from './schema.ts';

/** Properties of the fields of a Go struct that determine how Go encodes the struct. */
interface GoFields {
  /** The fields that are pointers to texts, numbers or booleans. Go also encodes a zero value of such a field. */
  readonly pointers: ReadonlySet<string>;
  /** The fields that Go encodes as null if they are absent. */
  readonly shown: readonly string[];
  /** The fields that Go omits if the value is zero, although the field is required or has a zero value as default. */
  readonly omitted: ReadonlySet<string>;
  /** The lists that get a default if they are absent, but cause an error if they are empty. */
  readonly keptEmpty: ReadonlySet<string>;
}

const keptEmptyFields: Readonly<Record<string, string>> = {
  'io.k8s.api.autoscaling.v2.HPAScalingRules': 'policies',
};

const none: GoFields = { pointers: new Set(), shown: [], omitted: new Set(), keptEmpty: new Set() };
const read = new Map<string, GoFields>();

/** Returns how Go encodes the fields of the Go type that a built-in schema describes. */
export function goFieldsOf(schema: Schema): GoFields {
  const name = definitionNameOf(schema);
  if (name === undefined) return none;
  const found = read.get(name);
  if (found !== undefined) return found;
  const made = {
    pointers: new Set(wordsOf(own(pointerFields, name))),
    shown: wordsOf(own(shownFields, name)),
    omitted: new Set(wordsOf(own(omittedFields, name))),
    keptEmpty: new Set(wordsOf(own(keptEmptyFields, name))),
  };
  read.set(name, made);
  return made;
}

const wordsOf = (words = ''): readonly string[] => (words === '' ? [] : words.split(' '));
