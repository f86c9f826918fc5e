/**
 * Compares the objects that the measured program has cached with the objects of the server, by key and version.
 *
 * @throws Error if the objects differ
 */
export function checkState(held: ReadonlyMap<string, string>, state: Readonly<Record<string, string>>): void {
  const keys = Object.keys(state);
  const wrong = keys.filter((key) => held.get(key) !== state[key]);
  const extra = [...held.keys()].filter((key) => !Object.hasOwn(state, key));
  const [first] = [...wrong, ...extra];
  if (first === undefined) return;
  throw new Error(
    `void: of ${keys.length} objects, ${wrong.length} differ from the server, and ${extra.length} more do not exist at the server; ${first} at ${held.get(first) ?? 'no version'}, not ${state[first] ?? 'any'}`,
  );
}

/** Returns the state of the benchmark server after all events: the version of each object. */
export async function stateOf(server: string): Promise<Readonly<Record<string, string>>> {
  return (await (await fetch(`${server}/state`)).json()) as Readonly<Record<string, string>>;
}

/** Returns the version of each object, by namespace and name. */
export function versionsOf(objects: Iterable<unknown>): ReadonlyMap<string, string> {
  return new Map(
    Array.from(objects, (object) => {
      const { namespace = '', name, resourceVersion } = (object as Held).metadata;
      return [`${namespace}/${name}`, resourceVersion];
    }),
  );
}

interface Held {
  readonly metadata: { readonly namespace?: string; readonly name: string; readonly resourceVersion: string };
}
