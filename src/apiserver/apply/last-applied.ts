import { isRecord } from '../../objects/index.ts';
import { type Json, omit } from '../json.ts';
import { parsedText } from '../json-size.ts';
import type { FieldScope } from './field-scope.ts';
import { compare } from './machine/compare.ts';
import { difference, type FieldSet } from './machine/field-set.ts';
import { fieldSetOf } from './machine/field-set-of.ts';
import { validate } from './machine/validate.ts';
import { metadataOf } from './update-managed-fields.ts';

/** The annotation in which a client-side `kubectl apply` stores the configuration. */
export const lastAppliedAnnotation = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * Returns the fields that a client-side apply set and that have not changed since the client-side apply. Returns
 * `undefined` if the function cannot determine the fields. Works like `lastAppliedManager` in kube-apiserver.
 */
export function allowedByLastApplied({ versions, apiVersion }: FieldScope, live: Json): FieldSet | undefined {
  const lastApplied = parsed(annotationOf(live));
  const atom = versions.atomOf(apiVersion);
  if (lastApplied === undefined || atom === undefined) return undefined;
  if (lastApplied['apiVersion'] !== apiVersion) return undefined;
  if (validate(atom, live, false).length > 0 || validate(atom, lastApplied, false).length > 0)
    return undefined;
  const { modified, added, removed } = compare(atom, lastApplied, live);
  return [modified, added, removed].reduce(difference, fieldSetOf(atom, lastApplied));
}

/**
 * If the object has the annotation of a client-side apply, sets this annotation to the applied configuration. Works
 * like `lastAppliedUpdater` in kube-apiserver.
 */
export function withLastApplied(object: Json, configuration: Json): Json {
  if (annotationOf(object) === undefined) return object;
  const metadata = metadataOf(object);
  const annotations = { ...annotationsOf(object), [lastAppliedAnnotation]: textOf(configuration) };
  return { ...object, metadata: { ...metadata, annotations } };
}

/**
 * Returns the configuration as JSON, in the notation of Go: with sorted members and a newline at the end. The JSON does
 * not contain the annotation of the last client-side apply.
 */
function textOf(configuration: Json): string {
  const metadata = metadataOf(configuration);
  const annotations = omit(annotationsOf(configuration), lastAppliedAnnotation);
  const isEmpty = metadata['annotations'] === undefined || Object.keys(annotations).length === 0;
  const rest = omit(metadata, 'annotations');
  const clean = { ...configuration, metadata: isEmpty ? rest : { ...rest, annotations } };
  return `${JSON.stringify(sorted(clean))}\n`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name])]));
}

function annotationsOf(object: Json): Json {
  const { annotations } = metadataOf(object);
  return isRecord(annotations) ? annotations : {};
}

function annotationOf(object: Json): string | undefined {
  const text = annotationsOf(object)[lastAppliedAnnotation];
  return typeof text === 'string' && text !== '' ? text : undefined;
}

function parsed(text: string | undefined): Json | undefined {
  const value = text === undefined ? undefined : parsedText(text);
  return isRecord(value) ? value : undefined;
}
