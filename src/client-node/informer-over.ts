import {
  AsyncSubject,
  defer,
  filter,
  first,
  lastValueFrom,
  type Observable,
  repeat,
  startWith,
  Subject,
  Subscription,
  takeUntil,
  tap,
} from 'rxjs';
import { buffered } from '../delivery/index.ts';
import { type Informer, informer, type InformerOptions } from '../informer/index.ts';
import type { KubeObject } from '../objects/index.ts';
import type { ListerWatcher } from '../source/index.ts';
import { byNamespace, type Change } from '../store/index.ts';
import { hearAttempts } from './informer-attempts.ts';
import { createCallbacks } from './informer-callbacks.ts';
import type { ClientNodeInformer } from './informer-types.ts';
import { FanOut } from './machine/fan-out.ts';
import { nextTurn$, taskEnd$ } from '../scheduling/index.ts';

/** From one `start` to the next `stop`. */
interface Run {
  /** Completes when `start` may resolve. */
  readonly started: AsyncSubject<void>;
  readonly stopped: Subject<void>;
  /** Ends the telling. */
  readonly telling: Subscription;
  /** The first list is cached; it is told once so many changes have been dealt out. */
  listTold: number | undefined;
  isListed: boolean;
}

/** client-node's face over a ListerWatcher: an informer, and one line of changes for all callbacks in front of theirs. */
export function informerOver<T extends KubeObject>(source: ListerWatcher<T>): ClientNodeInformer<T> {
  const fanOut = new FanOut<T>();
  let run: Run | undefined;
  const { on, off, tellConnect, tellError } = createCallbacks<T>(fanOut, () => run !== undefined);

  const attempts = hearAttempts(source, {
    connect() {
      const mine = run;
      tellConnect();
      return mine !== undefined && run === mine;
    },
    error(error) {
      const mine = run;
      tellError(error);
      mine?.started.complete();
    },
  });

  const checkStarted = ({ listTold, started }: Run): void => {
    if (listTold !== undefined && fanOut.dealt >= listTold) started.complete();
  };
  const onReplaced = (mine: Run, resourceVersion: string): void => {
    if (mine.isListed) return;
    mine.isListed = true;
    whenStored(cache, resourceVersion)
      .pipe(takeUntil(mine.stopped))
      .subscribe(() => {
        mine.listTold = fanOut.received;
        checkStarted(mine);
      });
  };
  const through: InformerOptions<T>['through'] = (events$) =>
    defer(() => {
      const mine = run;
      return events$.pipe(
        tap((event) => {
          if (mine !== undefined && event.type === 'REPLACED') onReplaced(mine, event.resourceVersion);
        }),
      );
    });
  const objects: Informer<T, 'namespace'> = informer<T, 'namespace'>(attempts.source, {
    indexers: { namespace: byNamespace },
    resetDelay: 0,
    reflect: { isFatal: () => false, status: { next: attempts.onStatus } },
    through,
  });
  const cache = objects.store;

  const begin = (): Run => {
    let undealt: readonly Change<T>[] = [];
    const telling = new Subscription();
    const mine: Run = {
      started: new AsyncSubject(),
      stopped: new Subject(),
      telling,
      listTold: undefined,
      isListed: false,
    };
    run = mine;
    attempts.reset();

    const changes = new Subject<readonly Change<T>[]>();
    const deal = (change: Change<T>): undefined => {
      fanOut.deal(change);
      checkStarted(mine);
    };
    // It tells nothing before the current task is done, so that whoever stops it from inside a callback can.
    telling.add(
      changes
        .pipe(
          startWith(fanOut.resume()),
          buffered<T>({}, { handle: deal, onDropped: (dropped) => (undealt = dropped) }),
        )
        .subscribe(),
    );
    telling.add(() => fanOut.pause(undealt));
    cache.batches$
      .pipe(
        filter(([change]) => change?.cause !== 'replay'), // the callbacks know it
        takeUntil(mine.stopped),
      )
      .subscribe((batch) => {
        fanOut.receive(batch.length);
        changes.next(batch);
      });
    return mine;
  };

  return {
    on,
    off,
    get: (name, namespace = '') => cache.get(namespace === '' ? name : `${namespace}/${name}`),
    list: (namespace = '') => [...(namespace === '' ? cache.list() : cache.byIndex('namespace', namespace))],
    start() {
      const { started } = run ?? begin();
      return lastValueFrom(started, { defaultValue: undefined });
    },
    stop() {
      const ended = run;
      run = undefined;
      ended?.stopped.next();
      ended?.telling.unsubscribe();
      ended?.started.complete();
      return Promise.resolve();
    },
  };
}

/** Emits once a list of this version is in the store. It reads the store, because a list that changes nothing emits no batch. */
function whenStored<T>(store: Informer<T>['store'], resourceVersion: string): Observable<unknown> {
  const before = store.resourceVersion;
  return taskEnd$.pipe(
    repeat({ delay: () => nextTurn$ }),
    first(() => store.resourceVersion !== before || resourceVersion === before),
  );
}
