import { gunzipSync } from 'node:zlib';
import { generatedDescriptions } from '../../generated/descriptions.ts';
import { own } from '../../json.ts';

type Prose = Readonly<Record<string, string>>;

let all: Readonly<Record<string, Prose>> | undefined;

/**
 * Returns the descriptions of a type. The description of the type has an empty name. The descriptions of the properties
 * have the names of the properties. The function unpacks the descriptions on first use.
 */
export function describe(name: string): Prose {
  all ??= JSON.parse(gunzipSync(Buffer.from(generatedDescriptions, 'base64')).toString()) as typeof all & {};
  return own(all, name) ?? {};
}
