import { brotliDecompressSync } from 'node:zlib';
import { generatedDescriptions } from '../../generated/descriptions.ts';
import { own } from '../../json.ts';

type Prose = Readonly<Record<string, string>>;

let all: Readonly<Record<string, Prose>> | undefined;

/**
 * Maps each property of a type to its description. The empty string as a key stands for the type itself. The function
 * unpacks the descriptions on first use.
 */
export function describe(name: string): Prose {
  all ??= JSON.parse(
    brotliDecompressSync(Buffer.from(generatedDescriptions, 'base64')).toString(),
  ) as typeof all & {};
  return own(all, name) ?? {};
}
