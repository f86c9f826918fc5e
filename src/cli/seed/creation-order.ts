import { recordsIn, textIn } from '../../discovery/index.ts';
import { itemsOf, type SeedDocument } from './seed-document.ts';

/**
 * Returns the objects of a seed, including the items of lists, in the order in which a server can create them: custom
 * resource definitions, namespaces, then all other objects. Each owner comes before the objects that it owns. If an
 * owner were created later, the server would treat it as an owner from another cluster.
 */
export function creationOrder(documents: readonly SeedDocument[]): readonly SeedDocument[] {
  const all = documents.flatMap(itemsOf);
  const kinds = ['CustomResourceDefinition', 'Namespace'];
  return [
    ...kinds.flatMap((kind) => all.filter(({ object }) => object['kind'] === kind)),
    ...ownersFirst(all.filter(({ object }) => !kinds.includes(textIn(object, 'kind')))),
  ];
}

function ownersFirst(documents: readonly SeedDocument[]): readonly SeedDocument[] {
  const waitingFor = new Set(documents.map(uidOf));
  waitingFor.delete(''); // an object without a uid owns no other object
  const ordered: SeedDocument[] = [];
  let remaining = documents;
  for (let generation = 0; generation < maxGenerations && remaining.length > 0; generation++) {
    const waits = remaining.map((one) => ownersOf(one).some((uid) => waitingFor.has(uid)));
    for (const [at, one] of remaining.entries()) {
      if (waits[at] === true) continue;
      ordered.push(one);
      waitingFor.delete(uidOf(one));
    }
    remaining = remaining.filter((_, at) => waits[at] === true);
  }
  return [...ordered, ...remaining];
}

/**
 * Maximum number of passes. Each pass handles one level of owners. A pod of a job of a cron job has two levels of
 * owners.
 */
const maxGenerations = 10;

const uidOf = ({ object }: SeedDocument): string => textIn(object['metadata'], 'uid');
const ownersOf = ({ object }: SeedDocument): readonly string[] =>
  recordsIn(object['metadata'], 'ownerReferences').map((reference) => textIn(reference, 'uid'));
