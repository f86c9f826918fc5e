import { timer } from 'rxjs';
import { informer, keyOf, type KubeObject, type ListerWatcher, type ReflectOptions } from 'rx-informer';
import { fakeControllerSource, type Fault, kubeObject, seededRandom } from 'rx-informer/testing';
import { marbles } from '../../support/marbles.ts';

/** The parameters of a run of an informer with a faulty source. */
export interface Run {
  /** The virtual time in ms after which the store must equal the source. */
  readonly within: number;
  readonly reflect?: ReflectOptions;
  /** Adds a bug between the faults and the informer. */
  readonly through?: (source: ListerWatcher<KubeObject>) => ListerWatcher<KubeObject>;
}

/**
 * Runs an informer with a source that has this fault: a minute of writes, a pause, and one more write. At the end, the
 * store must have the objects of the source. A subscriber that applies all changes must have the same objects.
 * Otherwise, throws an error.
 */
export function converges(fault: Fault, { within, reflect, through = (source) => source }: Run): void {
  const random = seededRandom(1);
  const source = fakeControllerSource(['a', 'b', 'c'].map((key) => kubeObject(key)));
  const received = new Map<string, string>();

  const scheduler = marbles();
  scheduler.run(() => {
    const things = informer(through(fault(source)), { reflect: { random, ...reflect } });
    const subscription = things.changes().subscribe(({ type, key, object }) => {
      if (type === 'deleted') received.delete(key);
      else received.set(key, object.metadata.resourceVersion);
    });
    for (let ms = 300; ms < 60_000; ms += 1 + Math.floor(random() * 4_000))
      timer(ms).subscribe(() => write(source, random));
    timer(within / 2).subscribe(() => source.add(kubeObject('late')));
    timer(within).subscribe(() => {
      subscription.unsubscribe();
      const expected = contentOf(source);
      compare('the store', contentOfList(things.store.list()), expected);
      compare(
        'what the changes add up to',
        [...received].map(([key, version]) => `${key}@${version}`).sort(),
        expected,
      );
    });
  });
}

type Source = ReturnType<typeof fakeControllerSource>;

/** Writes one object or several objects. Sometimes also drops the history of the source. */
function write(source: Source, random: () => number): void {
  const key = 'abcdef'.charAt(Math.floor(random() * 6));
  const isThere = contentOf(source).some((entry) => entry.startsWith(`${key}@`));
  if (!isThere) source.add(kubeObject(key));
  else if (random() < 0.5) source.delete(key);
  else source.modify(kubeObject(key));
  if (random() < 0.3) write(source, random);
  if (random() < 0.05) source.resetWatch();
}

function contentOf(source: Source): readonly string[] {
  let items: readonly KubeObject[] = [];
  source.list().subscribe((page) => (items = page.items));
  return contentOfList(items);
}

const contentOfList = (items: readonly KubeObject[]): readonly string[] =>
  items.map((object) => `${keyOf(object)}@${object.metadata.resourceVersion}`).sort();

function compare(what: string, actual: readonly string[], expected: readonly string[]): void {
  if (actual.join() === expected.join()) return;
  throw new Error(`${what}: ${actual.join(' ')}, but the source: ${expected.join(' ')}`);
}
