import { recordsIn, textIn } from '../loose-json.ts';
import { itemsOf, type SeedDocument } from './seed-document.ts';

/**
 * The objects of a seed one by one, those of lists too, in an order in which a server can take them bit by bit: definitions,
 * namespaces, and the others with each owner before what it owns, so that no owner counts as one of another cluster.
 */
export function plantingOrder(documents: readonly SeedDocument[]): readonly SeedDocument[] {
  const all = documents.flatMap(itemsOf);
  const kinds = ['CustomResourceDefinition', 'Namespace'];
  return [
    ...kinds.flatMap((kind) => all.filter(({ object }) => object['kind'] === kind)),
    ...ownersFirst(all.filter(({ object }) => !kinds.includes(textIn(object, 'kind')))),
  ];
}

function ownersFirst(seedlings: readonly SeedDocument[]): readonly SeedDocument[] {
  const waitingFor = new Set(seedlings.map(uidOf));
  waitingFor.delete(''); // an object that brings no uid owns none
  const ordered: SeedDocument[] = [];
  let left = seedlings;
  for (let generation = 0; generation < mostGenerations && left.length > 0; generation++) {
    const waits = left.map((one) => ownersOf(one).some((uid) => waitingFor.has(uid)));
    for (const [at, one] of left.entries()) {
      if (waits[at] === true) continue;
      ordered.push(one);
      waitingFor.delete(uidOf(one));
    }
    left = left.filter((_, at) => waits[at] === true);
  }
  return [...ordered, ...left];
}

/** A pod of a job of a cron job has two owners above it. */
const mostGenerations = 10;

const uidOf = ({ object }: SeedDocument): string => textIn(object['metadata'], 'uid');
const ownersOf = ({ object }: SeedDocument): readonly string[] =>
  recordsIn(object['metadata'], 'ownerReferences').map((reference) => textIn(reference, 'uid'));
