import { InvalidArgumentError } from 'commander';
import { KubeError } from '../../objects/index.ts';
import { checkShard, type Shard } from '../../reflector/index.ts';
import { usageError } from '../command-error.ts';

/** Parses the value of `--shard`, such as `0/4`. */
export function shardOf(text: string): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const shard = { index: Number(index), of: Number(of) };
  try {
    checkShard('--shard', shard);
  } catch (error) {
    if (!(error instanceof KubeError)) throw error;
    throw new InvalidArgumentError(
      'It is a part and how many there are, at most 1,048,576: 0/4, 1/4, 2/4 or 3/4.',
    );
  }
  return shard;
}

/**
 * Combines `--shard` and `--shard-by`.
 *
 * @throws CommandError for `--shard-by` without `--shard`
 */
export function shardIn(shard: Shard | undefined, by: Shard['by']): { readonly shard?: Shard } {
  if (shard !== undefined) return { shard: by === undefined ? shard : { ...shard, by } };
  if (by !== undefined) throw usageError('--shard-by needs --shard');
  return {};
}
