import type { KnownObjects, KubeObject } from '../../objects/index.ts';
import { ascii, bytesOf, largestWalked, startsWith } from './json-scan.ts';
import { endOfManagedFields } from './managed-fields.ts';
import { endOfValue, odd, plainEnd, walkMembers } from './members.ts';

/** An object that need not be parsed; `to` is the index behind its text. */
interface KnownStep {
  readonly object: KubeObject;
  readonly to: number;
}

/** Recognizes objects that the caller has already. */
export interface KnownObjectReader {
  /**
   * The known object whose text begins at `at`; `undefined` for an unknown one, or an odd text: then it has to be parsed.
   * -1: the bytes end before it does.
   */
  read(bytes: Uint8Array, at: number, end: number): KnownStep | -1 | undefined;
}

/**
 * Looks in the bytes for `metadata` and in it for name, namespace, uid and resourceVersion, each by its path and each only
 * once; walks on to the object's end, so that it is known and not guessed, and no second `metadata` counts instead. That
 * is 6 µs for a pod of 5 KB; a whole list then takes 13 µs of the main thread an object where parsing takes 26.
 *
 * The rest of an unchanged object is not looked at: its resourceVersion says that it is the same state.
 */
export function createKnownObjectReader(
  knownObjects: Pick<KnownObjects<KubeObject>, 'get'>,
): KnownObjectReader {
  const decoder = new TextDecoder();
  let bytes: Uint8Array = nothing;
  let end = 0;
  let object: KubeObject | undefined;
  /** Where the value of each begins, behind its quote, and where it ends; 0 for what has not come. */
  const from = new Int32Array(keys.length);
  const to = new Int32Array(keys.length);

  const textOf = (key: number): string => decoder.decode(bytes.subarray(from[key], to[key]));
  const says = (key: number, text: string): boolean => {
    const at = from[key] ?? 0;
    if (at === 0 || (to[key] ?? 0) - at !== text.length) return false;
    for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
    return true;
  };
  const lookUp = (): KubeObject | undefined => {
    if (from[name] === 0) return undefined;
    const space = from[namespace] === 0 ? '' : textOf(namespace);
    const found = knownObjects.get(space === '' ? textOf(name) : `${space}/${textOf(name)}`);
    const { uid: id = '', resourceVersion: version = '' } = found?.metadata ?? {};
    return id !== '' && version !== '' && says(uid, id) && says(resourceVersion, version) ? found : undefined;
  };

  const endInMetadata = (keyFrom: number, keyTo: number, value: number): number => {
    const key = keys.findIndex((one) => one.length === keyTo - keyFrom && startsWith(bytes, keyFrom, one));
    if (key === -1) return endOfValue(bytes, value, end);
    if (key === managedFields) {
      return bytes[value] === ascii.bracket ? endOfManagedFields(bytes, value, end) : odd;
    }
    if (from[key] !== 0 || bytes[value] !== ascii.quote) return odd;
    const quote = plainEnd(bytes, value + 1, end);
    from[key] = value + 1;
    to[key] = quote;
    return quote < 0 ? quote : quote + 1;
  };
  const endInObject = (keyFrom: number, keyTo: number, value: number): number => {
    if (keyTo - keyFrom !== metadata.length || !startsWith(bytes, keyFrom, metadata)) {
      return endOfValue(bytes, value, end);
    }
    if (object !== undefined || bytes[value] !== ascii.brace) return odd;
    const behind = walkMembers(bytes, value, end, endInMetadata);
    if (behind < 0) return behind;
    object = lookUp();
    return object === undefined ? odd : behind;
  };

  return {
    read(of, at, until) {
      if (at < until && of[at] !== ascii.brace) return undefined;
      bytes = of;
      end = Math.min(until, at + largestWalked);
      object = undefined;
      from.fill(0);
      const behind = walkMembers(bytes, at, end, endInObject);
      const found = object as KubeObject | undefined;
      object = undefined;
      bytes = nothing;
      if (behind === -1) return end < until ? undefined : -1;
      return behind === odd || found === undefined ? undefined : { object: found, to: behind };
    },
  };
}

const nothing = new Uint8Array(0);
const metadata = bytesOf('metadata');
const keys = ['name', 'namespace', 'uid', 'resourceVersion', 'managedFields'].map(bytesOf);
const [name, namespace, uid, resourceVersion, managedFields] = [0, 1, 2, 3, 4] as const;
