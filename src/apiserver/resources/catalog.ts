import { OptionsError } from '../../objects/index.ts';
import { inOrder } from './catalog-order.ts';
import type { Resource } from './resource.ts';

/** The resources that the server serves. They change while the server runs, so do not copy them. */
export class Catalog {
  readonly #byPath = new Map<string, Resource>();
  readonly #byKind = new Map<string, Resource>();
  /** The number of served versions of each namespaced kind, by the id of its collection. */
  readonly #versions = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  #all: readonly Resource[] | undefined;

  /**
   * Adds a resource.
   *
   * @throws OptionsError if there is a resource with this name already
   */
  add(resource: Resource): void {
    const { path } = keysOf(resource);
    if (this.#byPath.has(path))
      throw new OptionsError('createApiServer: resources', path, 'each resource once');
    this.#put(resource);
    this.#changed();
  }

  /** Replaces resources with others. The watches of the removed resources end. */
  replace(gone: readonly Resource[], come: readonly Resource[]): void {
    for (const one of gone) this.#remove(one);
    for (const one of come) this.#put(one);
    this.#changed();
  }

  /** All resources in the order of discovery: the built-in types as they were declared, then the others by name. */
  get all(): readonly Resource[] {
    return (this.#all ??= inOrder([...this.#byPath.values()]));
  }

  /** Returns whether exactly this resource is served, and not another one in its place. */
  has(resource: Resource): boolean {
    return this.find(resource.group, resource.version, resource.resource) === resource;
  }

  /** Returns whether any version of a namespaced kind is served. */
  servesNamespaced(id: string): boolean {
    return this.#versions.has(id);
  }

  /** The resource of the namespaces. */
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

  /** Calls `listener` whenever resources are added or removed. The returned function removes the listener. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Adds a resource. If another resource already has the path or the kind, it keeps them. */
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
