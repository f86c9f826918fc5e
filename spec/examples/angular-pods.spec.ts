import '@angular/compiler'; // this module compiles the decorators at run time
import {
  createPlatformFactory,
  ErrorHandler,
  NgModule,
  PLATFORM_ID,
  platformCore,
  ɵINJECTOR_SCOPE,
} from '@angular/core';
import { TestBed, TestComponentRenderer } from '@angular/core/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { timer } from 'rxjs';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { fetchTransport } from 'rx-informer/fetch';
import { core } from 'rx-informer/kinds';
import { FRAMES, PodsComponent, TRANSPORT } from '../../examples/angular-pods/pods.component.ts';
import { type PageServer, pageServer } from '../support/page-server.ts';
import { advanceMinute, advanceUntil, virtualTime } from '../support/virtual-time.ts';

virtualTime();

/** Angular services that a component needs if it is created without its template. */
@NgModule({
  providers: [
    { provide: ɵINJECTOR_SCOPE, useValue: 'root' },
    { provide: ErrorHandler, useFactory: () => new ErrorHandler() },
    { provide: TestComponentRenderer, useFactory: () => new TestComponentRenderer() },
  ],
})
class Environment {}

describe('examples/angular-pods', () => {
  let server: ApiServer;
  let front: PageServer;
  const logged = jest.spyOn(console, 'info').mockImplementation(() => undefined);

  beforeAll(() => TestBed.initTestEnvironment(Environment, createPlatformFactory(platformCore, 'spec')()));
  beforeEach(async () => {
    logged.mockClear();
    server = createApiServer();
    front = await pageServer((await server.listen()).url);
    TestBed.configureTestingModule({
      providers: [
        { provide: TRANSPORT, useValue: fetchTransport({ server: front.url }) },
        { provide: FRAMES, useValue: timer(0) },
      ],
    });
  });
  afterEach(async () => {
    TestBed.resetTestingModule();
    await front.close();
    await server.close();
  });
  afterAll(() => TestBed.resetTestEnvironment());

  const pod = (name: string, namespace = 'default'): unknown =>
    server.objects.create(core.v1.pods, {
      metadata: { name, namespace },
      spec: { containers: [{ name: 'main', image: 'web:1' }] },
    });

  /** Creates the component as a route would. `names` returns the names in its rows. */
  function opened(): { component: PodsComponent; names: () => readonly string[] } {
    const component = TestBed.runInInjectionContext(() => new PodsComponent());
    TestBed.tick(); // signals emit in the next tick of the application
    return { component, names: () => component.rows().map(({ metadata }) => metadata.name) };
  }

  it('should show existing, new, changed and deleted pods, sorted by name', async () => {
    pod('b');
    const { component, names } = opened();
    expect([component.rows(), component.stale(), component.isLoading()]).toEqual([[], true, true]);

    await advanceUntil(() => !component.stale());
    await advanceUntil(() => names().join() === 'b');
    pod('a');
    await advanceUntil(() => names().join() === 'a,b');
    server.objects.patch(
      core.v1.pods,
      'default/b',
      { status: { phase: 'Running' } },
      { subresource: 'status' },
    );
    await advanceUntil(() => component.rows()[1]?.status?.phase === 'Running');
    server.objects.delete(core.v1.pods, 'default/a', { gracePeriodSeconds: 0 });
    await advanceUntil(() => names().join() === 'b');

    expect(logged.mock.calls).toEqual([['gone:', 'default/a']]);
  });

  it('should show that it loads until the first list, also if the list is empty', async () => {
    const { component, names } = opened();
    expect(component.isLoading()).toBe(true);

    await advanceUntil(() => !component.isLoading());
    expect([names(), component.error()]).toEqual([[], undefined]);
  });

  it('should continue after a fatal error, and show no row of another namespace', async () => {
    pod('here');
    server.objects.create(core.v1.namespaces, { metadata: { name: 'shop' } });
    pod('there', 'shop');
    const { component, names } = opened();
    await advanceUntil(() => names().join() === 'here' && !component.stale());

    const fatal = { match: { resource: 'pods' }, fault: { type: 'refuse' as const, status: 400 } };
    const fault = server.faults.add(fatal);
    server.endWatches();
    await advanceUntil(() => component.error() !== undefined);
    expect([names(), component.stale()]).toEqual([[], true]);
    component.namespace.set('shop');
    TestBed.tick();
    expect([names(), component.error()]).toEqual([[], undefined]);
    await advanceUntil(() => component.error() !== undefined);

    fault.remove();
    component.retry();
    TestBed.tick();
    await advanceUntil(() => names().join() === 'there' && !component.stale());
    server.objects.delete(core.v1.pods, 'shop/there', { gracePeriodSeconds: 0 });
    await advanceUntil(() => logged.mock.calls.length === 1);
    expect(logged.mock.calls).toEqual([['gone:', 'shop/there']]);
  });

  it('should show why it waits', async () => {
    server.faults.add({ match: { resource: 'pods' }, fault: { type: 'refuse', status: 403 } });
    const { component } = opened();

    await advanceUntil(() => component.trouble() !== undefined);
    expect(component.trouble()).toMatch(/; .*`list` and `watch`/);
    expect([component.isLoading(), component.error()]).toEqual([true, undefined]);
  });

  it('should send no request on a server, and show that it loads', async () => {
    TestBed.overrideProvider(PLATFORM_ID, { useValue: 'server' });
    const { component } = opened();
    await advanceMinute();

    expect([component.isLoading(), front.passed]).toEqual([true, []]);
  });

  it('should switch to another namespace without a request', async () => {
    pod('here');
    server.objects.create(core.v1.namespaces, { metadata: { name: 'shop' } });
    pod('there', 'shop');
    const { component, names } = opened();
    await advanceUntil(() => names().join() === 'here');
    const asked = front.passed.length;

    component.namespace.set('shop');
    TestBed.tick();
    await advanceUntil(() => names().join() === 'there');
    component.namespace.set('empty');
    TestBed.tick();
    await advanceUntil(() => names().length === 0);

    expect(front.passed).toHaveLength(asked);
  });

  it('should be stale while the server is away, show the last known pods, and catch up', async () => {
    pod('a');
    pod('b');
    const { component, names } = opened();
    await advanceUntil(() => names().length === 2 && !component.stale());

    front.cut();
    await advanceUntil(() => component.stale());
    server.objects.delete(core.v1.pods, 'default/a', { gracePeriodSeconds: 0 });
    pod('c');
    expect(names()).toEqual(['a', 'b']);
    front.mend();
    await advanceUntil(() => !component.stale());
    await advanceUntil(() => names().join() === 'b,c');
  });

  it('should share its watch with a second component, and leave nothing open at the server after both are destroyed', async () => {
    pod('a');
    const [one, other] = [opened(), opened()];
    await advanceUntil(
      () => one.names().length === 1 && other.names().length === 1 && !one.component.stale(),
    );
    const open = (): number => front.passed.filter((request) => request.open).length;
    expect(open()).toBe(1);

    TestBed.resetTestingModule();
    await advanceUntil(() => open() === 0);
    pod('b');

    expect(front.passed.every(({ path }) => path.startsWith('/api/v1/pods?'))).toBe(true);
    expect([one.names(), other.names()]).toEqual([['a'], ['a']]);
  });
});
