/**
 * Measures the memory that an operator keeps for keys whose work is done. Runs 100,000 keys through
 * `reconcileByKey`, and through `groupBy` without a duration. Prints the heap bytes that each operator keeps
 * for a key. The command is `node --expose-gc --conditions=rx-informer:source spec/examples/key-memory.ts`.
 */
import process from 'node:process';
import { setImmediate } from 'node:timers/promises';
import { groupBy, map, mergeMap, of, type OperatorFunction, pipe, Subject, throttle } from 'rxjs';
import { reconcileByKey } from 'rx-informer/controller';

const keys = 100_000;

const perKey: Readonly<Record<string, OperatorFunction<string, unknown>>> = {
  reconcileByKey: pipe(
    map((key) => ({ key })),
    reconcileByKey(() => undefined),
  ),
  groupBy: (keys$) =>
    keys$.pipe(
      groupBy((key) => key),
      mergeMap((group$) => group$.pipe(throttle((key) => of(key), { leading: true, trailing: true }))),
    ),
};

const { gc } = globalThis;
if (gc === undefined) {
  console.error('run it with node --expose-gc');
  process.exit(2);
}
for (const [name, operator] of Object.entries(perKey)) {
  const keys$ = new Subject<string>();
  let done = 0;
  const running = keys$.pipe(operator).subscribe(() => done++);
  const before = await heap(gc);
  for (let nth = 0; nth < keys; nth++) keys$.next(`shop/pod-${nth}`);
  while (done < keys) await setImmediate();
  const kept = (await heap(gc)) - before;
  running.unsubscribe();
  console.log(`${name}: ${done} keys done, ${Math.round(kept / keys)} bytes of heap kept for each`);
}

async function heap(collect: NonNullable<typeof globalThis.gc>): Promise<number> {
  for (let nth = 0; nth < 3; nth++) {
    await setImmediate();
    collect();
  }
  return process.memoryUsage().heapUsed;
}
