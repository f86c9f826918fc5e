import { OptionsError } from '../../objects/index.ts';
import { inOrder } from './catalog-order.ts';
import type { Resource } from './resource.ts';

/**
 * The resources that the server serves now. CRDs can change the resources at any time, so code may not keep a copy of
 * the list.
 */
export class Catalog {
  readonly #byPath = new Map<string, Resource>();
  readonly #byKind = new Map<string, Resource>();
  /**
   * The number of served versions of each namespaced kind. The key is the id of the collection, such as
   * `deployments.apps`.
   */
  readonly #versions = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  #all: readonly Resource[] | undefined;

  /**
   * Adds a served resource.
   *
   * @throws OptionsError if a resource with the same path already exists
   */
  add(resource: Resource): void {
    const { path } = keysOf(resource);
    if (this.#byPath.has(path))
      throw new OptionsError('createApiServer: resources', path, 'each resource once');
    this.#put(resource);
    this.#changed();
  }

  /** Removes the resources in `gone`, and adds the resources in `come`. The watches of the removed resources end. */
  replace(gone: readonly Resource[], come: readonly Resource[]): void {
    for (const one of gone) this.#remove(one);
    for (const one of come) this.#put(one);
    this.#changed();
  }

  /**
   * All served resources in the order of discovery. The built-in types come first, in the order of their declaration.
   * The other resources follow, sorted by group, version and name.
   */
  get all(): readonly Resource[] {
    return (this.#all ??= inOrder([...this.#byPath.values()]));
  }

  /**
   * Returns whether the server serves exactly this resource object. After a change of the CRD, a new resource object
   * replaces the old resource object.
   */
  has(resource: Resource): boolean {
    return this.find(resource.group, resource.version, resource.resource) === resource;
  }

  /**
   * Returns whether the server serves at least one version of a kind, and the kind is namespaced. `id` is the id of the
   * collection.
   */
  servesNamespaced(id: string): boolean {
    return this.#versions.has(id);
  }

  get namespaces(): Resource {
    return this.#coreResource('namespaces');
  }

  get pods(): Resource {
    return this.#coreResource('pods');
  }

  find(group: string, version: string, resource: string): Resource | undefined {
    return this.#byPath.get(`${group === '' ? version : `${group}/${version}`}/${resource}`);
  }

  findKind(apiVersion: string, kind: string): Resource | undefined {
    return this.#byKind.get(`${apiVersion}/${kind}`);
  }

  /** Calls `listener` whenever served resources are added or removed. The returned function removes the listener. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /**
   * Adds a resource. If another resource already has the same URL path or the same kind, requests still find the other
   * resource under this path or kind.
   */
  #put(resource: Resource): void {
    const { path, kind } = keysOf(resource);
    if (!this.#byPath.has(path)) {
      this.#byPath.set(path, resource);
      if (resource.namespaced) this.#versions.set(resource.id, (this.#versions.get(resource.id) ?? 0) + 1);
    }
    if (!this.#byKind.has(kind)) this.#byKind.set(kind, resource);
  }

  #remove(resource: Resource): void {
    const { path, kind } = keysOf(resource);
    if (this.#byPath.get(path) === resource) {
      this.#byPath.delete(path);
      const left = (this.#versions.get(resource.id) ?? 0) - Number(resource.namespaced);
      if (left > 0) this.#versions.set(resource.id, left);
      else this.#versions.delete(resource.id);
    }
    if (this.#byKind.get(kind) === resource) this.#byKind.delete(kind);
  }

  #changed(): void {
    this.#all = undefined;
    for (const listener of [...this.#listeners]) listener();
  }

  #coreResource(name: string): Resource {
    const found = this.find('', 'v1', name);
    if (found === undefined) throw new Error(`the catalog has no ${name}`);
    return found;
  }
}

const keysOf = ({
  apiVersion,
  resource,
  kind,
}: Resource): { readonly path: string; readonly kind: string } => ({
  path: `${apiVersion}/${resource}`,
  kind: `${apiVersion}/${kind}`,
});
