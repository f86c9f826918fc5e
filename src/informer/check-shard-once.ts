import { hidden, OptionsError } from '../objects/index.ts';
import { checkShard, type Shard } from '../reflector/index.ts';

/**
 * @param where - the name of the other place where a shard may be given; `other` is what was given there
 * @throws OptionsError for a shard that is none, and for two
 */
export function checkShardOnce(
  of: string,
  shard: Shard | undefined,
  where: string,
  other: { readonly shard?: Shard } | undefined,
): void {
  checkShard(`${of}: shard`, shard);
  if (shard === undefined || other?.shard === undefined) return;
  throw new OptionsError(`${of}: shard`, hidden, `given once, here or in ${where}`);
}
