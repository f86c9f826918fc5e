import type { FaultCase } from './fault-case.ts';
import type { Scene } from './scene.ts';

/** How a case goes that is about getting over something. */
export interface Recovery {
  /** Waits for the moment, and does the deed. */
  readonly strike: (scene: Scene) => Promise<void> | void;
  /** ms; it has failed after that. */
  readonly within: number;
  /** What it may cost, in requests from first to last. */
  readonly requests?: number;
}

/** Loads of a program, on a busy machine, take their time. */
export const patience = 30_000;

/** The first list is told, and a watch is open. */
export const isUp = ({ server, told }: Scene): boolean => server.watches.size > 0 && told.length >= 3;

/** The same, and the watch has lived for a while, as most do that come to an end. */
export async function comeUp(scene: Scene, ms = 6_000): Promise<void> {
  await scene.until(() => isUp(scene), patience);
  await scene.until(() => false, ms);
}

/**
 * After the deed an object is changed, one added, one deleted; each is to be told, once.
 *
 * What is printed: how long it took, what was lost, told twice or told of nothing, and what it cost.
 */
export function recovery({ strike, within, requests = Infinity }: Recovery): FaultCase['run'] {
  return async (scene) => {
    const { server, told } = scene;
    await strike(scene);

    const start = performance.now();
    const { resourceVersion: changed } = server.modify('a').metadata;
    const { resourceVersion: added } = server.add('d').metadata;
    server.remove('b');
    const isTold = (name: string, version: string): boolean =>
      told.some((one) => one.name === name && one.version === version);
    const knows = (name: string): boolean =>
      told.findLast((one) => one.name === name)?.verb !== 'delete' && told.some((one) => one.name === name);
    const missing = (): number =>
      [!isTold('a', changed), !isTold('d', added), knows('b')].filter((isMissing) => isMissing).length;
    const recovered = await scene.until(() => missing() === 0, within);
    const seconds = (performance.now() - start) / 1_000;
    await scene.until(() => false, 500); // what is told twice

    const texts = told.map(textOf);
    const lost = missing();
    const doubled = texts.length - new Set(texts).size;
    const bogus = told.filter(({ name }) => !'abcd'.includes(name)).length;
    const asked = server.asked.length;
    return {
      text: facts(
        ended(scene),
        recovered ? `${seconds.toFixed(1)} s` : ended(scene) === '' ? `not in ${within / 1_000} s` : '',
        counted(lost, 'lost', 'lost'),
        counted(doubled, 'told twice', 'told twice'),
        counted(bogus, 'of nothing told', 'of nothing told'),
        counted(asked, 'request'),
      ),
      right: recovered && ended(scene) === '' && lost + doubled + bogus === 0 && asked <= requests,
    };
  };
}

const textOf = ({ verb, name, uid, version }: Scene['told'][number]): string =>
  verb === 'delete' ? `delete ${uid}` : `${name}@${version}`;

/** What there is to say, without what is empty. */
export const facts = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(', ');

export const counted = (count: number, one: string, many = `${one}s`): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`;

/** Whether the process ended, and why. */
export function ended(scene: Pick<Scene, 'ended'>): string {
  const why = scene.ended();
  return why === undefined ? '' : `process ended (${why.length > 60 ? `${why.slice(0, 60)}…` : why})`;
}
