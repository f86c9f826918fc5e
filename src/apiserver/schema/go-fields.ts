import { omittedFields, pointerFields, shownFields } from '../generated/go-fields.ts';
import { own } from '../json.ts';
import { definitionNameOf } from './built-in-schema.ts';
import type { Schema } from './schema.ts';

/** What Go's encoder makes of the fields of a struct. */
interface GoFields {
  /** Pointers to texts, numbers and flags: with them zero is something. */
  readonly pointers: ReadonlySet<string>;
  /** Those that are null when nothing was said. */
  readonly shown: readonly string[];
  /** Those that are left out when they are zero, though that is their default or they have to be there. */
  readonly omitted: ReadonlySet<string>;
  /** Lists that get a default when they are absent, and are refused when they are empty. */
  readonly keptEmpty: ReadonlySet<string>;
}

const keptEmptyFields: Readonly<Record<string, string>> = {
  'io.k8s.api.autoscaling.v2.HPAScalingRules': 'policies',
};

const none: GoFields = { pointers: new Set(), shown: [], omitted: new Set(), keptEmpty: new Set() };
const read = new Map<string, GoFields>();

/** The fields of the Go type that a schema of a built-in type is of. */
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
