import { freeze } from 'immer';
import { type Json, omit, own, type StoredObject } from '../json.ts';
import { at, type Resource } from './resource.ts';

/**
 * The field names that differ between events of `events.k8s.io/v1` (keys) and events of the core group (values). The
 * server stores all events as events of the core group.
 */
const names: Readonly<Record<string, string>> = {
  regarding: 'involvedObject',
  note: 'message',
  reportingController: 'reportingComponent',
  deprecatedSource: 'source',
  deprecatedFirstTimestamp: 'firstTimestamp',
  deprecatedLastTimestamp: 'lastTimestamp',
  deprecatedCount: 'count',
};

const backwards = Object.fromEntries(Object.entries(names).map(([name, stored]) => [stored, name]));

const renamed = (object: Json, by: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [own(by, name) ?? name, value]));

/**
 * A cache of the events that were converted to `events.k8s.io/v1`. Each event is converted once, and all readers share
 * the frozen result.
 */
const shown = new WeakMap<StoredObject, StoredObject>();

function read(stored: StoredObject): StoredObject {
  const known = shown.get(stored);
  if (known !== undefined) return known;
  const { reportingController = '', reportingInstance = '', ...event } = renamed(stored, backwards);
  const full = {
    ...event,
    apiVersion: 'events.k8s.io/v1',
    ...(reportingController === '' ? {} : { reportingController }),
    ...(reportingInstance === '' ? {} : { reportingInstance }),
  };
  freeze(full, true);
  shown.set(stored, full as unknown as StoredObject);
  return full as unknown as StoredObject;
}

/** Converts events between `events.k8s.io/v1` and the stored version, which is `v1` of the core group (P134). */
export const eventView: Pick<Resource, 'id' | 'read' | 'toStorage' | 'fields' | 'selectableFields'> = {
  id: 'events',
  read,
  toStorage: (event) => ({
    kind: 'Event',
    apiVersion: 'v1',
    ...omit(renamed(event, names), 'kind', 'apiVersion'),
  }),
  ...fieldsOf(
    'reason',
    'regarding.kind',
    'regarding.namespace',
    'regarding.name',
    'regarding.uid',
    'regarding.apiVersion',
    'regarding.resourceVersion',
    'regarding.fieldPath',
    'reportingController',
    'type',
  ),
};

function fieldsOf(...paths: readonly string[]): Pick<Resource, 'fields' | 'selectableFields'> {
  return { fields: Object.fromEntries(paths.map((path) => [path, at(path)])), selectableFields: paths };
}
