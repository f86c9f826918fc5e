import type { OutputUnit } from '@cfworker/json-schema';

/**
 * Removes validator errors so that the errors of at most one branch of each `anyOf` and `oneOf` stay. If the value
 * matches no branch, the errors of the branch with the fewest errors stay. If the value matches several branches of a
 * `oneOf`, all errors inside the branches are removed.
 *
 * @param units - the errors in the order of the validator: the error of an `allOf`, `anyOf` or `oneOf` comes before the
 * errors in its branches
 */
export const withoutAlternatives = (units: readonly OutputUnit[]): readonly OutputUnit[] =>
  kept(treeOf(units));

/**
 * An error of the validator. If an `allOf`, `anyOf` or `oneOf` caused the error, `below` contains the errors in the
 * branches of this keyword.
 */
interface Node {
  readonly unit: OutputUnit;
  readonly below: Node[];
  /** The number of errors in the node and in all its descendants. */
  count: number;
}

/**
 * Builds the tree of validator errors. To save time, the location of an error is compared only with the locations of
 * the `allOf`, `anyOf` and `oneOf` errors around it and directly before it.
 */
function treeOf(units: readonly OutputUnit[]): readonly Node[] {
  const roots: Node[] = [];
  const around: Node[] = [];
  const leave = (): void => {
    const left = around.pop();
    const outer = around.at(-1);
    if (left !== undefined && outer !== undefined) outer.count += left.count;
  };
  for (const unit of units) {
    while (around.length > 0 && !isBelow(unit, around.at(-1))) leave();
    const outer = around.at(-1);
    const node: Node = { unit, below: [], count: 1 };
    (outer?.below ?? roots).push(node);
    if (branching.has(unit.keyword)) around.push(node);
    else if (outer !== undefined) outer.count++;
  }
  while (around.length > 0) leave();
  return roots;
}

const isBelow = ({ keywordLocation }: OutputUnit, outer: Node | undefined): boolean =>
  outer !== undefined && keywordLocation.startsWith(`${outer.unit.keywordLocation}/`);

function kept(nodes: readonly Node[], units: OutputUnit[] = []): readonly OutputUnit[] {
  for (const { unit, below } of nodes) {
    if (unit.keyword === 'allOf') kept(below, units);
    units.push(unit);
    if (below.length > 0 && unit.keyword !== 'allOf' && !matchesSeveral(unit))
      kept(best(below, unit.keywordLocation), units);
  }
  return units;
}

const branching = new Set(['allOf', 'anyOf', 'oneOf']);

/**
 * Returns the errors of the branch with the fewest errors. If several branches have the fewest errors, the first of
 * these branches counts.
 */
function best(nodes: readonly Node[], location: string): readonly Node[] {
  const branches = new Map<string, Node[]>();
  for (const node of nodes) {
    const [branch = ''] = node.unit.keywordLocation.slice(location.length + 1).split('/', 1);
    const known = branches.get(branch);
    if (known === undefined) branches.set(branch, [node]);
    else known.push(node);
  }
  const failures = (branch: readonly Node[]): number => branch.reduce((sum, { count }) => sum + count, 0);
  const [fewest = []] = [...branches.values()].sort((one, other) => failures(one) - failures(other));
  return fewest;
}

const matchesSeveral = ({ error }: OutputUnit): boolean => /\([1-9]\d* matches\)/.test(error);
