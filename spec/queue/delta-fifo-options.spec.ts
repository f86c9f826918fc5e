import { describe, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { type Observable, Subject } from 'rxjs';
import {
  deltaFifo,
  type DeltaFifoOptions,
  type Deltas,
  type KubeObject,
  type ReflectorEvent,
} from 'rx-informer';
import { type ByKeyOptions, deltaFifoByKey, type KeyDeltas } from 'rx-informer/client-go';
import { indexedStore, type StoreSubject } from '../../src/store/index.ts';

interface Widget extends KubeObject {
  readonly size: number;
}

const events$ = new Subject<ReflectorEvent<Widget>>();
const pop = new Subject<void>();

describe('the types of deltaFifo', () => {
  it('should follow the source and the form', () => {
    expectTypeOf(events$.pipe(deltaFifo())).toEqualTypeOf<Observable<Deltas<Widget>>>();
    expectTypeOf(events$.pipe(deltaFifo({ pop, order: 'arrival' }))).toEqualTypeOf<
      Observable<Deltas<Widget>>
    >();
    expectTypeOf(events$.pipe(deltaFifoByKey())).toEqualTypeOf<Observable<KeyDeltas<Widget>>>();
    expectTypeOf(
      events$.pipe(deltaFifoByKey({ transform: (widget) => ({ ...widget, size: 1 }) })),
    ).toEqualTypeOf<Observable<KeyDeltas<Widget>>>();
  });

  it('should let a store be the known objects, and the one who listens', () => {
    const store = indexedStore<Widget>();

    expectTypeOf(store).toExtend<NonNullable<ByKeyOptions<Widget>['knownObjects']>>();
    expectTypeOf<StoreSubject<Widget>['next']>().parameter(0).toEqualTypeOf<Deltas<Widget>>();
  });

  it('should keep the options of the two forms apart', () => {
    expectTypeOf<{ knownObjects: object }>().not.toExtend<DeltaFifoOptions<Widget>>();
    expectTypeOf<keyof ByKeyOptions<Widget>>().extract<'order'>().toBeNever();
  });
});
