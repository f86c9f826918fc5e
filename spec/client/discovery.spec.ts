import { describe, expect, it } from '@jest/globals';
import {
  concatMap,
  defer,
  filter,
  firstValueFrom,
  map,
  of,
  takeUntil,
  throwError,
  timer,
  toArray,
} from 'rxjs';
import {
  ConnectionError,
  type KubeRequest,
  OptionsError,
  ProtocolError,
  StatusError,
  type Transport,
} from 'rx-informer';
import { createApiServer } from 'rx-informer/apiserver';
import { discovery, resourceClient } from 'rx-informer/client';
import { apiextensions } from 'rx-informer/kinds';
import { marbleScheduler } from 'rx-informer/testing';

const widgets = (version = 'v1') => ({
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['wd'] },
    versions: [
      { name: version, served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } },
    ],
  },
});

describe('discovery', () => {
  it.each([
    ['po', 'v1/pods'],
    ['Pod', 'v1/pods'],
    ['deploy', 'apps/v1/deployments'],
    ['deployments.v1.apps', 'apps/v1/deployments'],
    ['events', 'v1/events'],
    ['events.events.k8s.io', 'events.k8s.io/v1/events'],
    ['tokenreviews', 'authentication.k8s.io/v1/tokenreviews'],
  ])('should resolve %s', async (name, expected) => {
    const found = await firstValueFrom(discovery(createApiServer().transport).resolve(name));
    expect(`${found.group === '' ? '' : `${found.group}/`}${found.version}/${found.resource}`).toBe(expected);
  });

  it('should resolve a resource that a resource client accepts', async () => {
    const { transport, objects } = createApiServer();
    objects.create(apiextensions.v1.customresourcedefinitions, widgets());
    const created$ = discovery(transport)
      .resolve('wd')
      .pipe(
        concatMap((resource) =>
          resourceClient(transport, resource).create({ metadata: { name: 'a', namespace: 'default' } }),
        ),
      );
    expect(await firstValueFrom(created$)).toMatchObject({ apiVersion: 'example.com/v1', kind: 'Widget' });
  });

  it('should fail for an unknown name, and suggest a similar name', async () => {
    const failed = firstValueFrom(discovery(createApiServer().transport).resolve('deploymens'));
    await expect(failed).rejects.toMatchObject({
      failure: 'notFound',
      message: "the server has no resource 'deploymens'",
      advice: 'did you mean deployments?',
    });
  });

  it('should emit the resources again when a CRD is created and deleted', () => {
    const scheduler = marbleScheduler();
    const { transport, objects } = createApiServer({ clock: scheduler });
    scheduler.run(({ cold, expectObservable }) => {
      cold('5s c 5s d|').subscribe((step) => {
        if (step === 'c') objects.create(apiextensions.v1.customresourcedefinitions, widgets());
        else objects.delete(apiextensions.v1.customresourcedefinitions, 'widgets.example.com');
      });
      const custom$ = discovery(transport).changes$.pipe(
        filter(({ resource }) => resource.group === 'example.com'),
        map(({ type, resource }) => `${type} ${resource.kind}`),
      );
      const seen: string[] = [];
      const timed$ = custom$.pipe(map((text) => (seen.push(`${text} at ${scheduler.now()}`), text)));
      expectObservable(timed$.pipe(map(() => 'x')), '^ 20s !');
      cold('20s |').subscribe({
        complete: () => {
          expect(seen.map((text) => text.replace(/ at .*/, ''))).toEqual(['added Widget', 'removed Widget']);
          const [added = 0, removed = 0] = seen.map((text) => Number(text.split(' ').at(-1)));
          expect(added).toBeLessThan(7_000);
          expect(removed).toBeLessThan(12_500);
        },
      });
    });
  });

  it('should share the requests of all subscribers, and stop without subscribers', () => {
    const scheduler = marbleScheduler();
    const server = createApiServer({ clock: scheduler });
    scheduler.run(({ cold }) => {
      const { resources$ } = discovery(server.transport);
      const first = resources$.subscribe();
      const second = resources$.subscribe();
      cold('5s |').subscribe({
        complete: () => {
          const paths = server.requests.filter(({ path }) => path === '/apis');
          expect(paths.length).toBeLessThanOrEqual(4);
          first.unsubscribe();
          second.unsubscribe();
        },
      });
    });
  });

  it('should poll for a user who may not watch CRDs', () => {
    const scheduler = marbleScheduler();
    const { transport, objects } = createApiServer({ clock: scheduler });
    const limited: Transport = {
      open: (request) =>
        /customresourcedefinitions|apiservices/.test(request.path)
          ? throwError(() => new StatusError({ code: 403 }))
          : transport.open(request),
    };
    scheduler.run(({ cold, expectObservable }) => {
      cold('5s c|').subscribe(() => objects.create(apiextensions.v1.customresourcedefinitions, widgets()));
      const kinds$ = discovery(limited, { pollInterval: 10_000 }).changes$.pipe(
        filter(({ resource }) => resource.group === 'example.com'),
        map(({ resource }) => resource.kind),
      );
      expectObservable(kinds$, '^ 15s !').toBe('10s w', { w: 'Widget' });
    });
  });

  it('should retry a failed request, and fail for an answer of another server', () => {
    const { transport } = createApiServer();
    const scheduler = marbleScheduler();
    scheduler.run(({ expectObservable }) => {
      const broken: Transport = {
        open: (request) =>
          /^\/apis?$/.test(request.path) && scheduler.now() < 2_000
            ? throwError(() => new ConnectionError('broken'))
            : transport.open(request),
      };
      const count$ = discovery(broken, { pollInterval: 0 }).resources$.pipe(map((all) => all.length > 50));
      expectObservable(count$, '^ 20s !').toBe('2400ms t', { t: true });
      const other: Transport = { open: () => throwError(() => new StatusError({ code: 404 })) };
      expectObservable(discovery(other).resources$, '^ 20s !').toBe('#', {}, expect.any(ProtocolError));
    });
  });

  it.each([
    ['with its cached resources', true],
    ['without resources', false],
  ])('should keep the resources of a group that is stale, %s', async (_, keepsCached) => {
    const { transport, objects } = createApiServer();
    objects.create(apiextensions.v1.customresourcedefinitions, widgets());
    let isDown = false;
    const stale: Transport = {
      open: (request) => {
        if (request.path !== '/apis' || !isDown) return transport.open(request);
        return defer(() => transport.open(request)).pipe(
          toArray(),
          map((chunks) => new TextDecoder().decode(Uint8Array.from(chunks.flatMap((chunk) => [...chunk])))),
          map((text) => {
            const list = JSON.parse(text) as { items: { metadata: { name: string }; versions: object[] }[] };
            for (const item of list.items)
              if (item.metadata.name === 'example.com')
                item.versions = item.versions.map((one) => ({
                  ...one,
                  ...(keepsCached ? {} : { resources: [] }),
                  freshness: 'Stale',
                }));
            return new TextEncoder().encode(JSON.stringify(list));
          }),
        );
      },
    };
    marbleScheduler().run(({ cold, expectObservable }) => {
      cold('5s x|').subscribe(() => (isDown = true));
      const kinds$ = discovery(stale, { pollInterval: 10_000 }).changes$.pipe(
        filter(({ resource }) => resource.group === 'example.com'),
        map(({ type }) => type),
      );
      expectObservable(kinds$, '^ 50s !').toBe('a', { a: 'added' });
      const sizes$ = discovery(stale, { pollInterval: 10_000 }).resources$.pipe(map((all) => all.length));
      const sizes = new Set<number>();
      sizes$.pipe(takeUntil(timer(45_000))).subscribe((size) => sizes.add(size));
      cold('49s |').subscribe({ complete: () => expect(sizes.size).toBe(1) });
    });
    if (keepsCached) return;
    const failed = firstValueFrom(discovery(stale).resolve('wd'));
    await expect(failed).rejects.toThrow("'wd'; these API groups did not answer: example.com/v1");
  });

  it('should finish a slow discovery while CRDs change', () => {
    const scheduler = marbleScheduler();
    const { transport, objects } = createApiServer({ clock: scheduler });
    const requests: string[] = [];
    const slow: Transport = {
      open: (request) => {
        requests.push(request.path);
        const answer$ = transport.open(request);
        return /^\/apis?$/.test(request.path) ? timer(1_200).pipe(concatMap(() => answer$)) : answer$;
      },
    };
    objects.create(apiextensions.v1.customresourcedefinitions, widgets());
    scheduler.run(({ expectObservable }) => {
      timer(0, 800)
        .pipe(takeUntil(timer(20_000)))
        .subscribe((count) => {
          const annotations = { count: String(count) };
          objects.patch(apiextensions.v1.customresourcedefinitions, 'widgets.example.com', {
            metadata: { annotations },
          });
        });
      const count$ = discovery(slow, { pollInterval: 1_400 }).resources$.pipe(map(() => 'x'));
      expectObservable(count$, '^ 20s !').toBe('1200ms x');
      timer(60_000).subscribe(() => {
        const count = requests.filter((path) => path === '/apis').length;
        expect(count).toBeGreaterThan(10);
        expect(count).toBeLessThanOrEqual(Math.ceil(20_000 / 1_200) + 1);
      });
    });
  });

  it('should emit a change of the scope as removed and added', () => {
    const scheduler = marbleScheduler();
    const { transport, objects } = createApiServer({ clock: scheduler });
    objects.create(apiextensions.v1.customresourcedefinitions, widgets());
    scheduler.run(({ cold, expectObservable }) => {
      cold('5s x|').subscribe(() => {
        objects.delete(apiextensions.v1.customresourcedefinitions, 'widgets.example.com');
        const { metadata, spec } = widgets();
        objects.create(apiextensions.v1.customresourcedefinitions, {
          metadata,
          spec: { ...spec, scope: 'Cluster' },
        });
      });
      const seen: string[] = [];
      const texts$ = discovery(transport).changes$.pipe(
        filter(({ resource }) => resource.group === 'example.com'),
        map(({ type, resource }) => `${type} ${resource.namespaced ? 'namespaced' : 'cluster-scoped'}`),
        map((text) => (seen.push(text), 'x')),
      );
      expectObservable(texts$, '^ 10s !');
      cold('10s |').subscribe({
        complete: () =>
          expect(seen).toEqual(['added namespaced', 'removed namespaced', 'added cluster-scoped']),
      });
    });
  });

  it('should continue without a watch if the server refuses it, and redact its credentials', () => {
    class OwnTransport implements Transport {
      readonly #inner = createApiServer().transport;
      readonly #isDown: boolean;
      constructor(isDown: boolean) {
        this.#isDown = isDown;
      }
      redact(text: string): string {
        return text.replaceAll('s3cr3t-token', '(not shown)');
      }
      open(request: KubeRequest) {
        const refuses = /customresourcedefinitions|apiservices/.test(request.path) || this.#isDown;
        const failure = () => new StatusError({ code: 405, message: 'bad header s3cr3t-token' });
        return refuses ? throwError(failure) : this.#inner.open(request);
      }
    }
    marbleScheduler().run(({ expectObservable }) => {
      const isMany$ = discovery(new OwnTransport(false)).resources$.pipe(map((all) => all.length > 50));
      expectObservable(isMany$, '^ 20s !').toBe('t', { t: true });
      const failed$ = discovery(new OwnTransport(true)).resources$;
      expectObservable(failed$).toBe('#', {}, expect.objectContaining({ message: 'bad header (not shown)' }));
    });
  });

  it.each([
    ['no transport', () => discovery({} as never), 'discovery: transport'],
    [
      'a negative interval',
      () => discovery({ open: () => of() }, { pollInterval: -1 }),
      'discovery: pollInterval',
    ],
    [
      'an unknown option',
      () => discovery({ open: () => of() }, { interval: 1 } as never),
      'discovery: unknown option',
    ],
    ['no name', () => discovery({ open: () => of() }).resolve(''), 'resolve: name'],
  ])('should throw an OptionsError for %s', (_, call, text) => {
    expect(call).toThrow(OptionsError);
    expect(call).toThrow(text);
  });
});
