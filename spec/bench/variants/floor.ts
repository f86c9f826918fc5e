import type { Variant } from '../variant.ts';

interface Pod {
  readonly metadata: { readonly namespace: string; readonly name: string; managedFields?: unknown };
}

interface PodPage {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: Pod[];
}

/** What one would write without a library: `fetch`, `JSON.parse`, a Map; no errors, no resume. */
export function floor(): Variant {
  const pods = new Map<string, Pod>();
  let resourceVersion = '';

  const keep = (pod: Pod): void => {
    delete pod.metadata.managedFields;
    pods.set(`${pod.metadata.namespace}/${pod.metadata.name}`, pod);
  };

  return {
    async sync(server) {
      let next: string | undefined = '';
      while (next !== undefined) {
        const token = next === '' ? '' : `&continue=${next}`;
        const response = await fetch(`${server}/api/v1/pods?limit=500${token}`);
        const page = JSON.parse(await response.text()) as PodPage;
        for (const pod of page.items) keep(pod);
        ({ resourceVersion } = page.metadata);
        next = page.metadata.continue;
      }
      return pods.size;
    },
    watch(server, onEvent) {
      void (async () => {
        const response = await fetch(`${server}/api/v1/pods?watch=true&resourceVersion=${resourceVersion}`);
        const decoder = new TextDecoder();
        let rest = '';
        for await (const chunk of response.body ?? []) {
          const text = rest + decoder.decode(chunk, { stream: true });
          let from = 0;
          for (let to = text.indexOf('\n'); to !== -1; to = text.indexOf('\n', from)) {
            const event = JSON.parse(text.slice(from, to)) as { readonly object: Pod };
            from = to + 1;
            keep(event.object);
            onEvent();
          }
          rest = text.slice(from);
        }
      })();
    },
  };
}
