import { OptionsError } from '../../objects/index.ts';
import { inOrder } from './catalog-order.ts';
import type { Resource } from './resource.ts';

/** The resources that the server serves; they come and go, so nobody keeps a copy. */
export class Catalog {
  readonly #byPath = new Map<string, Resource>();
  readonly #byKind = new Map<string, Resource>();
  readonly #listeners = new Set<() => void>();
  #all: readonly Resource[] | undefined;

  /** @throws OptionsError when there is one of this name already */
  add(resource: Resource): void {
    const path = `${resource.apiVersion}/${resource.resource}`;
    if (this.#byPath.has(path))
      throw new OptionsError('createApiServer: resources', path, 'each resource once');
    this.#byPath.set(path, resource);
    this.#byKind.set(`${resource.apiVersion}/${resource.kind}`, resource);
    this.#changed();
  }

  /** Serves others in the place of some; watches of those that go end. */
  replace(gone: readonly Resource[], come: readonly Resource[]): void {
    for (const { apiVersion, resource, kind } of gone) {
      this.#byPath.delete(`${apiVersion}/${resource}`);
      this.#byKind.delete(`${apiVersion}/${kind}`);
    }
    for (const resource of come) {
      this.#byPath.set(`${resource.apiVersion}/${resource.resource}`, resource);
      this.#byKind.set(`${resource.apiVersion}/${resource.kind}`, resource);
    }
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
