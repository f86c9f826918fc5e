import type { FaultCase } from './fault-case.ts';
import type { Scene } from './scene.ts';

/** A test case in which the informer must recover from a fault. */
export interface Recovery {
  /** Waits for the right time. Then causes the fault. */
  readonly strike: (scene: Scene) => Promise<void> | void;
  /** Time limit for the recovery, in ms. */
  readonly within: number;
  /** Maximum number of requests in the whole run. */
  readonly requests?: number;
}

/** Maximum time of one step in ms. On a busy computer, the start of a program takes long. */
export const patience = 30_000;

/** Whether the informer has called the callbacks for the first list, and has an open watch. */
export const isUp = ({ server, received }: Scene): boolean => server.watches.size > 0 && received.length >= 3;

/**
 * Waits until the informer watches, and then for further `ms` ms. Most watches have been open for a while when they
 * end.
 */
export async function comeUp(scene: Scene, ms = 6_000): Promise<void> {
  await scene.until(() => isUp(scene), patience);
  await scene.until(() => false, ms);
}

/**
 * Returns a test that causes a fault. After the fault, the server changes one object, adds one object and deletes one
 * object. The informer must call exactly one callback for each of these changes.
 *
 * The result contains the duration, the number of requests, and the lost, repeated and wrong calls.
 */
export function recovery({ strike, within, requests = Infinity }: Recovery): FaultCase['run'] {
  return async (scene) => {
    const { server, received } = scene;
    await strike(scene);

    const start = performance.now();
    const { resourceVersion: changed } = server.modify('a').metadata;
    const { resourceVersion: added } = server.add('d').metadata;
    server.remove('b');
    const isDelivered = (name: string, version: string): boolean =>
      received.some((one) => one.name === name && one.version === version);
    const knows = (name: string): boolean =>
      received.findLast((one) => one.name === name)?.verb !== 'delete' &&
      received.some((one) => one.name === name);
    const missing = (): number =>
      [!isDelivered('a', changed), !isDelivered('d', added), knows('b')].filter((isMissing) => isMissing)
        .length;
    const recovered = await scene.until(() => missing() === 0, within);
    const seconds = (performance.now() - start) / 1_000;
    await scene.until(() => false, 500); // a repeated call may arrive late

    const texts = received.map(textOf);
    const lost = missing();
    const doubled = texts.length - new Set(texts).size;
    const bogus = received.filter(({ name }) => !'abcd'.includes(name)).length;
    const asked = server.asked.length;
    return {
      text: facts(
        ended(scene),
        recovered
          ? `recovered in ${seconds.toFixed(1)} s`
          : ended(scene) === ''
            ? `not recovered in ${within / 1_000} s`
            : '',
        counted(lost, 'change lost', 'changes lost'),
        counted(doubled, 'repeated call'),
        counted(bogus, 'call for an unknown object', 'calls for an unknown object'),
        counted(asked, 'request'),
      ),
      right: recovered && ended(scene) === '' && lost + doubled + bogus === 0 && asked <= requests,
    };
  };
}

const textOf = ({ verb, name, uid, version }: Scene['received'][number]): string =>
  verb === 'delete' ? `delete ${uid}` : `${name}@${version}`;

/** Joins the texts with commas. Omits empty texts. */
export const facts = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(', ');

export const counted = (count: number, one: string, many = `${one}s`): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`;

/** If the process has ended, returns a text with the reason. Otherwise returns an empty text. */
export function ended(scene: Pick<Scene, 'ended'>): string {
  const why = scene.ended();
  return why === undefined ? '' : `process ended (${why.length > 60 ? `${why.slice(0, 60)}…` : why})`;
}
