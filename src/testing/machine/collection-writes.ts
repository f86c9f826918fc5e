import {
  applyMergePatch,
  isRecord,
  type JsonPatchOperation,
  type KubeObject,
  type ObjectKey,
  splitKey,
} from '../../objects/index.ts';
import { badRequest, conflict, invalid } from './cluster-refusals.ts';
import type { Collection, Preconditions } from './collection.ts';
import { applierOf, FieldOwners } from './field-owners.ts';
import { applyJsonPatch } from './json-patch.ts';

/** The field manager of a write, and the part of the object that the write may change. */
export interface WriteTarget {
  readonly manager: string;
  /** True for a write of the subresource `status`, which changes only the status. */
  readonly isStatus: boolean;
  /** True for a dry run, which stores nothing. */
  readonly isDryRun: boolean;
}

/** Executes the writes that arrive over a transport, with their field managers. */
export class CollectionWrites {
  readonly #collection: Collection<KubeObject>;
  readonly #owners = new FieldOwners();

  constructor(collection: Collection<KubeObject>) {
    this.#collection = collection;
  }

  /** Creates an object without a status, as a server does for a kind with the subresource `status`. */
  create(body: unknown, namespace: string, target: WriteTarget): KubeObject {
    return this.#run(target, () => this.#collection.create(withoutStatus(inNamespace(body, namespace))));
  }

  update(key: ObjectKey, body: unknown, target: WriteTarget): KubeObject {
    return this.#run(target, () => this.#replace(this.#collection.get(key), named(key, body), target));
  }

  /** @throws StatusError 422 if a JSON patch does not fit */
  patch(key: ObjectKey, patch: unknown, target: WriteTarget): KubeObject {
    return this.#run(target, () => {
      const old = this.#collection.get(key);
      const next = Array.isArray(patch)
        ? applyJsonPatch(old, patch as readonly JsonPatchOperation[])
        : applyMergePatch(old, patch);
      if (next === undefined) {
        const { resource } = this.#collection;
        throw invalid(resource, old.metadata.name, 'the patch does not fit, or a test of it failed');
      }
      return this.#replace(old, named(key, next), target);
    });
  }

  /** Server-side apply. Creates an object that does not exist. `uid` and `resourceVersion` are preconditions. */
  apply(key: ObjectKey, body: unknown, force: boolean, target: WriteTarget): KubeObject {
    const { manager, isStatus, isDryRun } = target;
    const applier = applierOf(manager, isStatus);
    const { metadata, ...fields } = named(key, body) as KubeObject & { readonly status?: unknown };
    const { status } = fields;
    const config = isStatus
      ? { ...(status !== undefined && { status }) }
      : withoutStatus({ ...fields, metadata });
    const { uid, resourceVersion } = metadata as Partial<KubeObject['metadata']>;
    const old = this.#collection.objects.get(key);
    if (old === undefined) {
      if (isStatus) this.#collection.get(key);
      if (uid !== undefined || resourceVersion !== undefined) {
        throw conflict(this.#collection.resource, splitKey(key).name, 'the object does not exist');
      }
    }
    const act = (): KubeObject => {
      if (old === undefined) return this.#collection.create(config);
      const merged = this.#owners.merged(old, config, applier, force) as KubeObject;
      const preconditions = { ...(uid && { uid }), ...(resourceVersion && { resourceVersion }) };
      return this.#replace(old, { ...merged, metadata: { ...merged.metadata, ...preconditions } }, target);
    };
    if (isDryRun) return this.#collection.dryRun(act);
    const object = act();
    this.#owners.applied(object, config, applier);
    return object;
  }

  /**
   * Returns `undefined` if the object is deleted. If finalizers keep the object, returns the object with its
   * deletionTimestamp.
   */
  delete(key: ObjectKey, preconditions: Preconditions, isDryRun: boolean): KubeObject | undefined {
    const act = (): KubeObject => this.#collection.delete(key, preconditions);
    const object = isDryRun ? this.#collection.dryRun(act) : act();
    return (object.metadata.finalizers ?? []).length > 0 ? object : undefined;
  }

  #run({ manager, isStatus, isDryRun }: WriteTarget, act: () => KubeObject): KubeObject {
    if (isDryRun) return this.#collection.dryRun(act);
    const object = act();
    this.#owners.written(object, manager, isStatus);
    return object;
  }

  #replace(old: KubeObject, next: KubeObject, { isStatus }: WriteTarget): KubeObject {
    const { status } = (isStatus ? next : old) as { readonly status?: unknown };
    const { resourceVersion } = next.metadata;
    return this.#collection.update({
      ...(withoutStatus(isStatus ? old : next) as KubeObject),
      ...(status !== undefined && { status }),
      metadata: isStatus ? { ...old.metadata, resourceVersion } : next.metadata,
    });
  }
}

/** @throws StatusError 400 for a body that is no object */
function objectIn(body: unknown): Readonly<Record<string, unknown>> {
  if (isRecord(body)) return body;
  throw badRequest('the body of the request is not a JSON object');
}

function inNamespace(body: unknown, namespace: string): Readonly<Record<string, unknown>> {
  const object = objectIn(body);
  const metadata = isRecord(object['metadata']) ? object['metadata'] : {};
  return namespace === '' ? object : { ...object, metadata: { ...metadata, namespace } };
}

/**
 * Returns the object in a body. The namespace can be absent, because the path has it.
 *
 * @throws StatusError 400 if the body names another object than the path
 */
function named(key: ObjectKey, body: unknown): KubeObject {
  const object = objectIn(body);
  const { namespace, name } = splitKey(key);
  const given = isRecord(object['metadata']) ? object['metadata'] : {};
  const metadata = namespace === '' ? given : { namespace, ...given };
  for (const [field, expected] of Object.entries({ name, namespace })) {
    const actual = metadata[field] ?? '';
    if (actual === expected) continue;
    throw badRequest(
      `the ${field} of the object (${JSON.stringify(actual)}) does not match the URL (${expected})`,
    );
  }
  return { ...object, metadata } as unknown as KubeObject;
}

function withoutStatus(object: object): object {
  const { status: _, ...rest } = object as { readonly status?: unknown };
  return rest;
}
