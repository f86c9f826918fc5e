import { resources } from '../resources.ts';
import type { Variant } from '../variant.ts';

interface Item {
  readonly metadata: {
    readonly namespace: string;
    readonly name: string;
    readonly resourceVersion: string;
    readonly managedFields?: unknown;
  };
}

interface Page {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: Item[];
}

/**
 * The baseline program. It uses only `fetch`, `JSON.parse` and a Map, and no library. The program lists again when a
 * watch ends. The program copies each object without managedFields, because `delete` would turn the metadata into a
 * slow dictionary object. A dictionary object takes 700 bytes more.
 */
export function floor(headers: Readonly<Record<string, string>> = {}): Variant {
  const held = new Map<string, Item>();

  return {
    start({ server, resource }, onObject) {
      const url = `${server}${resources[resource].path}`;
      const keep = (item: Item): void => {
        const { managedFields, ...metadata } = item.metadata;
        const kept = managedFields === undefined ? item : { ...item, metadata };
        held.set(`${metadata.namespace}/${metadata.name}`, kept);
        onObject(kept);
      };

      const list = async (): Promise<string> => {
        for (let next = ''; ;) {
          const response = await fetch(`${url}?limit=500${next}`, { headers });
          const { metadata, items } = JSON.parse(await response.text()) as Page;
          for (const item of items) keep(item);
          if (metadata.continue === undefined) return metadata.resourceVersion;
          next = `&continue=${metadata.continue}`;
        }
      };

      const watch = async (resourceVersion: string): Promise<void> => {
        const response = await fetch(`${url}?watch=true&resourceVersion=${resourceVersion}`, { headers });
        const decoder = new TextDecoder();
        let rest = '';
        for await (const chunk of response.body ?? []) {
          const text = rest + decoder.decode(chunk, { stream: true });
          let from = 0;
          for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
            const { type, object } = JSON.parse(text.slice(from, to)) as {
              readonly type: string;
              readonly object: Item;
            };
            from = to + 1;
            if (type === 'ERROR') return;
            keep(object);
          }
          rest = text.slice(from);
        }
      };

      return new Promise((resolve, reject) => {
        const run = async (): Promise<never> => {
          for (;;) {
            const resourceVersion = await list();
            resolve({ size: held.size, list: () => held.values() });
            await watch(resourceVersion);
          }
        };
        run().catch(reject);
      });
    },
  };
}
