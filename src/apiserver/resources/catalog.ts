import { OptionsError } from '../../objects/index.ts';
import { inOrder } from './catalog-order.ts';
import type { Resource } from './resource.ts';

/** The resources that the server serves; they come and go, so nobody keeps a copy. */
export class Catalog {
  readonly #byPath = new Map<string, Resource>();
  readonly #byKind = new Map<string, Resource>();
  /** How many versions there are of each namespaced kind, by the ids of their collections. */
  readonly #versions = new Map<string, number>();
  readonly #listeners = new Set<() => void>();
  #all: readonly Resource[] | undefined;

  /** @throws OptionsError when there is one of this name already */
  add(resource: Resource): void {
    const { path } = keysOf(resource);
    if (this.#byPath.has(path))
      throw new OptionsError('createApiServer: resources', path, 'each resource once');
    this.#put(resource);
    this.#changed();
  }

  /** Serves others in the place of some; watches of those that go end. */
  replace(gone: readonly Resource[], come: readonly Resource[]): void {
    for (const one of gone) this.#remove(one);
    for (const one of come) this.#put(one);
    this.#changed();
  }

  /** As discovery lists them: the built-in types as they were declared, then the others by their names. */
  get all(): readonly Resource[] {
    return (this.#all ??= inOrder([...this.#byPath.values()]));
  }

  /** Whether this very resource is served, and not another in its place. */
  has(resource: Resource): boolean {
    return this.find(resource.group, resource.version, resource.resource) === resource;
  }

  /** Whether any version of a namespaced kind is served. */
  servesNamespaced(id: string): boolean {
    return this.#versions.has(id);
  }

  /** Those that all others live in. */
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

  /** Calls back whenever resources have come or gone; the function it gives ends that. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** A path or a kind that another resource has stays with that resource. */
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
