/**
 * A component that shows pods: signals from a live query, no zone, no Node module in the bundle.
 *
 * Stage of the flow: the views, behind everything else.
 */
import { Component, inject, signal } from '@angular/core';
import { takeUntilDestroyed, toObservable, toSignal } from '@angular/core/rxjs-interop';
import { map, switchMap } from 'rxjs';
import { query } from 'rx-informer';
import { FRAMES, PODS } from './pods.ts';

@Component({
  selector: 'app-pods',
  template: `
    <input [value]="namespace()" (change)="namespace.set(named.value)" #named />
    @if (stale()) {
      <p>Showing what was last known.</p>
    }
    <ul>
      @for (pod of rows(); track pod.metadata.uid) {
        <li>{{ pod.metadata.name }} {{ pod.status?.phase }}</li>
      } @empty {
        <li>No pods in {{ namespace() }}.</li>
      }
    </ul>
  `,
})
export class PodsComponent {
  readonly #pods = inject(PODS);
  readonly #frames$ = inject(FRAMES);

  readonly namespace = signal('default');

  readonly rows = toSignal(
    toObservable(this.namespace).pipe(
      switchMap((namespace) =>
        query(this.#pods, {
          where: (pod) => pod.metadata.namespace === namespace,
          sort: (a, b) => (a.metadata.name < b.metadata.name ? -1 : 1),
          limit: 500,
          pace: this.#frames$,
        }),
      ),
    ),
    { initialValue: [] },
  );

  readonly stale = toSignal(this.#pods.status$.pipe(map(({ phase }) => phase !== 'watching')), {
    initialValue: true,
  });

  constructor() {
    this.#pods
      .changes({ buffer: 'conflate' })
      .pipe(takeUntilDestroyed())
      .subscribe((change) => {
        if (change.type === 'deleted' && change.cause !== 'relist') console.info('gone:', change.key);
      });
  }
}
