import {
  applyMergePatch,
  isRecord,
  type JsonPatchOperation,
  keyOf,
  type KubeObject,
  type ObjectKey,
  splitKey,
  StatusError,
} from '../../objects/index.ts';
import { invalid } from './cluster-refusals.ts';
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

  create(body: unknown, namespace: string, target: WriteTarget): KubeObject {
    return this.#run(target, () => this.#collection.create(withNamespace(body, namespace)));
  }

  update(key: ObjectKey, object: KubeObject, target: WriteTarget): KubeObject {
    return this.#run(target, () => {
      checkKey(key, object);
      return this.#replace(this.#collection.get(key), object, target);
    });
  }

  /** @throws StatusError 422 if a JSON patch does not fit */
  patch(key: ObjectKey, patch: unknown, target: WriteTarget): KubeObject {
    return this.#run(target, () => {
      const old = this.#collection.get(key);
      const next = Array.isArray(patch)
        ? applyJsonPatch(old, patch as readonly JsonPatchOperation[])
        : applyMergePatch(old, patch);
      if (!isObject(next)) {
        const { resource } = this.#collection;
        throw invalid(resource, old.metadata.name, 'the patch does not fit, or a test of it failed');
      }
      checkKey(key, next);
      return this.#replace(old, next, target);
    });
  }

  /** Server-side apply. Creates an object that does not exist. */
  apply(key: ObjectKey, config: object, force: boolean, target: WriteTarget): KubeObject {
    const { manager, isStatus, isDryRun } = target;
    const applier = applierOf(manager, isStatus);
    const old = this.#collection.objects.get(key);
    if (old === undefined && isStatus) this.#collection.get(key);
    const act = (): KubeObject =>
      old === undefined
        ? this.#collection.create(withNamespace(config, splitKey(key).namespace))
        : this.#replace(old, this.#owners.merged(old, config, applier, force) as KubeObject, target);
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

  #run({ manager, isDryRun }: WriteTarget, act: () => KubeObject): KubeObject {
    if (isDryRun) return this.#collection.dryRun(act);
    const object = act();
    this.#owners.written(object, manager);
    return object;
  }

  #replace(old: KubeObject, next: KubeObject, { isStatus }: WriteTarget): KubeObject {
    const { status } = (isStatus ? next : old) as { readonly status?: unknown };
    const { resourceVersion } = next.metadata;
    const { status: _, ...rest } = (isStatus ? old : next) as KubeObject & { readonly status?: unknown };
    return this.#collection.update({
      ...rest,
      ...(status !== undefined && { status }),
      metadata: isStatus ? { ...old.metadata, resourceVersion } : next.metadata,
    });
  }
}

/** @throws StatusError 400 if the body names another object than the path */
function checkKey(key: ObjectKey, object: KubeObject): void {
  if (keyOf(object) === key) return;
  throw new StatusError({
    code: 400,
    reason: 'BadRequest',
    message: `the name of the object (${keyOf(object)}) does not match the name on the URL (${key})`,
  });
}

const isObject = (value: unknown): value is KubeObject => isRecord(value) && isRecord(value['metadata']);

/** The namespace of the path is the namespace of a new object. */
function withNamespace(body: unknown, namespace: string): object {
  const object = isRecord(body) ? body : {};
  const metadata = isRecord(object['metadata']) ? object['metadata'] : {};
  return namespace === '' ? object : { ...object, metadata: { ...metadata, namespace } };
}
