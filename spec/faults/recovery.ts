import type { FaultCase } from './fault-case.ts';
import type { Scene } from './scene.ts';

/** A case in which a program has to recover from a fault. */
export interface Recovery {
  /** Waits for the right time, and causes the fault. */
  readonly strike: (scene: Scene) => Promise<void> | void;
  /** The time limit of the recovery in ms. */
  readonly within: number;
  /** The maximum number of requests of the whole run. */
  readonly requests?: number;
}

/** The longest wait for a step in ms. On a busy machine the start of a program takes long. */
export const patience = 30_000;

/** Whether the callbacks for the first list were called, and a watch is open. */
export const isUp = ({ server, received }: Scene): boolean => server.watches.size > 0 && received.length >= 3;

/** Waits for that, and for `ms` more, because most watches that end have been open for a while. */
export async function comeUp(scene: Scene, ms = 6_000): Promise<void> {
  await scene.until(() => isUp(scene), patience);
  await scene.until(() => false, ms);
}

/**
 * After the fault the server changes one object, adds one and deletes one. The program has to get exactly one call for
 * each.
 *
 * The result has the time, the lost, repeated and wrong calls, and the number of requests.
 */
export function recovery({ strike, within, requests = Infinity }: Recovery): FaultCase['run'] {
  return async (scene) => {
    const { server, received } = scene;
    await strike(scene);

    const start = performance.now();
    const { resourceVersion: changed } = server.modify('a').metadata;
    const { resourceVersion: added } = server.add('d').metadata;
    server.remove('b');
    const isTold = (name: string, version: string): boolean =>
      received.some((one) => one.name === name && one.version === version);
    const knows = (name: string): boolean =>
      received.findLast((one) => one.name === name)?.verb !== 'delete' &&
      received.some((one) => one.name === name);
    const missing = (): number =>
      [!isTold('a', changed), !isTold('d', added), knows('b')].filter((isMissing) => isMissing).length;
    const recovered = await scene.until(() => missing() === 0, within);
    const seconds = (performance.now() - start) / 1_000;
    await scene.until(() => false, 500); // time for repeated calls

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

/** Joins the texts that are not empty. */
export const facts = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join(', ');

export const counted = (count: number, one: string, many = `${one}s`): string =>
  count === 0 ? '' : `${count} ${count === 1 ? one : many}`;

/** A text with the reason if the process has ended, else an empty text. */
export function ended(scene: Pick<Scene, 'ended'>): string {
  const why = scene.ended();
  return why === undefined ? '' : `process ended (${why.length > 60 ? `${why.slice(0, 60)}…` : why})`;
}
