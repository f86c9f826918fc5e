import { isRecord } from '../../objects/index.ts';
import { textIn, textsIn } from '../loose-json.ts';
import type { Entry } from './kubeconfig.ts';

/** What a user of a kubeconfig says of whom it acts as, but for the name: that alone client-node sends. */
export function impersonationHeaders(user: Entry): Readonly<Record<string, string | readonly string[]>> {
  if (textIn(user, 'as') === '') return {};
  const extra = user['as-user-extra'];
  const uid = textIn(user, 'as-uid');
  const groups = textsIn(user, 'as-groups');
  return {
    ...(uid === '' ? {} : { 'Impersonate-Uid': uid }),
    ...(groups.length === 0 ? {} : { 'Impersonate-Group': groups }),
    ...Object.fromEntries(
      Object.keys(isRecord(extra) ? extra : {}).map((key) => [
        `Impersonate-Extra-${encodeURIComponent(key)}`,
        textsIn(extra, key),
      ]),
    ),
  };
}
