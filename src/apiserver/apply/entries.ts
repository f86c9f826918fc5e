import { isRecord } from '../../objects/index.ts';
import type { Json } from '../json.ts';
import { fieldsV1Of, setOfFieldsV1, StepBudget } from './machine/fields-v1.ts';
import { identityOf, type Managed, type ManagerId, managerId, type Ownership } from './machine/managers.ts';

/**
 * Parses `metadata.managedFields`.
 *
 * @throws Error for invalid managed fields
 */
export function managedOf(entries: unknown): Managed {
  if (entries === undefined || entries === null) return { managers: new Map(), times: new Map() };
  if (!Array.isArray(entries)) throw new Error('managedFields must be a list');
  const managers = new Map<ManagerId, Ownership>();
  const times = new Map<ManagerId, string>();
  const budget = new StepBudget();
  for (const [at, entry] of entries.entries()) {
    const { id, ownership, time } = entryOf(entry, at, budget);
    managers.set(id, ownership);
    if (time === undefined) times.delete(id);
    else times.set(id, time);
  }
  return { managers, times };
}

function entryOf(
  entry: unknown,
  at: number,
  budget: StepBudget,
): { readonly id: ManagerId; readonly ownership: Ownership; readonly time: string | undefined } {
  if (!isRecord(entry)) throw new Error(`managed fields entry ${at} must be an object`);
  const { manager = '', operation, apiVersion, time, fieldsType, fieldsV1, subresource = '' } = entry;
  if (operation !== 'Apply' && operation !== 'Update') {
    throw new Error('operation must be `Apply` or `Update`');
  }
  if (typeof apiVersion !== 'string' || apiVersion === '') throw new Error('apiVersion must not be empty');
  if (fieldsType !== 'FieldsV1') throw new Error(`invalid fieldsType in managed fields entry ${at}`);
  if (typeof manager !== 'string' || typeof subresource !== 'string') {
    throw new Error(`managed fields entry ${at} must name its manager`);
  }
  const set = setOfFieldsV1(isRecord(fieldsV1) ? fieldsV1 : {}, budget);
  return {
    id: managerId({ manager, operation, apiVersion, subresource }),
    ownership: { set, apiVersion, applied: operation === 'Apply' },
    time: typeof time === 'string' ? time : undefined,
  };
}

/**
 * Returns the value of `metadata.managedFields`, or `undefined` if the object has no manager. Entries of applies come
 * before entries of updates. Within an operation, older entries come before newer entries.
 */
export function entriesOf({ managers, times }: Managed): readonly Json[] | undefined {
  if (managers.size === 0) return undefined;
  return [...managers]
    .map(([id, { set, apiVersion, applied }]): Entry => {
      const { manager, operation, subresource } = identityOf(id);
      const time = times.get(id);
      return {
        ...(manager === '' ? {} : { manager }),
        operation: applied ? 'Apply' : operation,
        apiVersion,
        ...(time === undefined ? {} : { time }),
        fieldsType: 'FieldsV1',
        fieldsV1: fieldsV1Of(set),
        ...(subresource === undefined ? {} : { subresource }),
      };
    })
    .sort(inOrder);
}

type Entry = Json & {
  readonly manager?: string;
  readonly operation: string;
  readonly apiVersion: string;
  readonly time?: string;
  readonly subresource?: string;
};

function inOrder(a: Entry, b: Entry): number {
  return (
    byText(a.operation, b.operation) ||
    secondsOf(a.time) - secondsOf(b.time) ||
    byText(a.manager, b.manager) ||
    byText(a.apiVersion, b.apiVersion) ||
    byText(a.subresource, b.subresource)
  );
}

const byText = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);

/** Converts a time to whole seconds since 1970. Returns 0 if the time is absent or invalid. */
export function secondsOf(time: string | undefined): number {
  return Math.floor((Date.parse(time ?? '') || 0) / 1000);
}

/**
 * Returns `true` if a client requests a reset of the managed fields. The request is an empty list, or a list with one
 * empty entry.
 */
export function asksForReset(entries: unknown): boolean {
  if (!Array.isArray(entries)) return false;
  const [first, ...more] = entries as readonly unknown[];
  return first === undefined || (more.length === 0 && isRecord(first) && Object.keys(first).length === 0);
}
