import { omittedFields, pointerFields, shownFields } from '../generated/go-fields.ts';
import { own } from '../json.ts';
import { definitionNameOf } from './built-in-schema.ts';
import type { Schema } from './schema.ts';

/** How Go encodes the fields of a struct. */
interface GoFields {
  /** The fields that are pointers to texts, numbers or booleans. A zero value in such a field is a value. */
  readonly pointers: ReadonlySet<string>;
  /** The fields that are null when they are absent. */
  readonly shown: readonly string[];
  /** The fields that are omitted when they are zero, although zero is their default or they are required. */
  readonly omitted: ReadonlySet<string>;
  /** The lists that get a default when they are absent, and are rejected when they are empty. */
  readonly keptEmpty: ReadonlySet<string>;
}

const keptEmptyFields: Readonly<Record<string, string>> = {
  'io.k8s.api.autoscaling.v2.HPAScalingRules': 'policies',
};

const none: GoFields = { pointers: new Set(), shown: [], omitted: new Set(), keptEmpty: new Set() };
const read = new Map<string, GoFields>();

/** Returns the facts about the fields of the Go type of a built-in schema. */
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
