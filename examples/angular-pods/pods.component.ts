/**
 * An Angular component that shows pods. A live query fills its signals. The component needs no zone.js, and its bundle
 * contains no Node module.
 *
 * Pipeline stage: the query, which is the last stage.
 */
import { Component, computed, inject, InjectionToken, PLATFORM_ID, signal } from '@angular/core';
import { takeUntilDestroyed, toObservable, toSignal } from '@angular/core/rxjs-interop';
import { animationFrames, catchError, EMPTY, map, type Observable, of, switchMap } from 'rxjs';
import { informer, type Informer, listWatch, query, type Transport } from 'rx-informer';
import { fetchTransport, pageVisible } from 'rx-informer/fetch';
import { core, type Pod } from 'rx-informer/kinds';

/**
 * The transport to the API server. By default, a proxy at the origin of the page forwards the requests and
 * authenticates the user.
 */
export const TRANSPORT = new InjectionToken<Transport>('transport', {
  factory: () => fetchTransport({ server: '' }),
});

/**
 * One informer for the whole application. The informer runs while a component subscribes to it. During server-side
 * rendering, the informer makes no request.
 */
export const PODS = new InjectionToken<Informer<Pod>>('pods', {
  factory: () =>
    informer(listWatch(inject(TRANSPORT), core.v1.pods), {
      reflect: { enabled: inject(PLATFORM_ID) === 'server' ? of(false) : pageVisible() },
    }),
});

/**
 * Emits when the component may update its rows: once for each animation frame. A spec has no animation frames and must
 * provide another Observable.
 */
export const FRAMES = new InjectionToken<Observable<unknown>>('frames', { factory: () => animationFrames() });

/** The namespace whose pods the user wants to see. Each retry creates a new object, so that the query runs again. */
interface Asked {
  readonly namespace: string;
}

/** The result of a query. It contains an error as a value, because an error of the Observable would end the signal. */
interface Shown {
  readonly asked: Asked;
  readonly pods: readonly Pod[];
  readonly error?: string;
}

@Component({
  selector: 'app-pods',
  template: `
    <label>
      Namespace
      <input [value]="namespace()" (change)="namespace.set(named.value)" #named />
    </label>
    @if (trouble(); as text) {
      <div role="status">{{ text }}</div>
    }
    @if (error(); as text) {
      <div role="alert">{{ text }} <button type="button" (click)="retry()">Try again</button></div>
    } @else if (isLoading()) {
      <p>Loading…</p>
    } @else {
      @if (stale()) {
        <p>Showing what was last known.</p>
      }
      <ul>
        @for (pod of rows(); track pod.metadata.uid) {
          <li>
            {{ pod.metadata.name }} <small>{{ pod.status?.phase }}</small>
          </li>
        } @empty {
          <li>No pods in {{ namespace() }}.</li>
        }
      </ul>
    }
  `,
  styles: `
    :host {
      display: block;
      max-inline-size: 50rem;
      margin: 0 auto;
      padding: 1rem;
      font-family: system-ui, sans-serif;
      overflow-wrap: anywhere;
    }
    ul {
      list-style: none;
      padding: 0;
    }
    li {
      display: flex;
      justify-content: space-between;
      gap: 1rem;
      padding-block: 0.4rem;
      border-block-end: 1px solid color-mix(in srgb, currentColor 20%, transparent);
    }
    [role] {
      margin-block: 1rem;
      padding: 0.5rem 0.75rem;
      border-inline-start: 4px solid light-dark(#b3261e, #f2b8b5);
    }
  `,
})
export class PodsComponent {
  readonly #pods = inject(PODS);
  readonly #frames$ = inject(FRAMES);
  readonly #tries = signal(0);

  readonly namespace = signal('default');
  readonly #asked = computed<Asked>(() => {
    this.#tries();
    return { namespace: this.namespace() };
  });
  readonly #asked$ = toObservable(this.#asked);

  /** The last result. `undefined` before the first list is complete. */
  readonly #shown = toSignal(this.#asked$.pipe(switchMap((asked) => this.#query(asked))));
  /** The result for the current namespace. `undefined` after a change of the namespace, until its pods are known. */
  readonly #current = computed(() => (this.#shown()?.asked === this.#asked() ? this.#shown() : undefined));

  readonly rows = computed(() => this.#current()?.pods ?? []);
  readonly error = computed(() => this.#current()?.error);
  readonly isLoading = computed(() => this.#current() === undefined);

  readonly #status = toSignal(this.#pods.status$, { requireSync: true });
  readonly stale = computed(() => this.#status().phase !== 'watching');
  /**
   * The text of a failure after which the informer retries, for example a wrong token, a missing permission or a
   * server that is not reachable.
   */
  readonly trouble = computed(() => {
    const status = this.#status();
    return status.phase === 'waiting' ? `${status.error.message}; ${status.error.advice}` : undefined;
  });

  constructor() {
    // Logs deleted pods. This stream ignores errors, because the query shows them. After an error, a retry subscribes
    // again.
    this.#asked$
      .pipe(
        switchMap(() => this.#pods.changes({ buffer: 'conflate' }).pipe(catchError(() => EMPTY))),
        takeUntilDestroyed(),
      )
      .subscribe((change) => {
        if (change.type === 'deleted' && change.cause !== 'relist') console.info('gone:', change.key);
      });
  }

  retry(): void {
    this.#tries.update((count) => count + 1);
  }

  #query(asked: Asked): Observable<Shown> {
    return query(this.#pods, {
      where: (pod) => pod.metadata.namespace === asked.namespace,
      sort: (a, b) => (a.metadata.name < b.metadata.name ? -1 : 1),
      limit: 500,
      notifier: this.#frames$,
    }).pipe(
      map((pods) => ({ asked, pods })),
      catchError((error: unknown) =>
        of({ asked, pods: [], error: error instanceof Error ? error.message : String(error) }),
      ),
    );
  }
}
