import { isRecord } from '../../objects/index.ts';
import { CommandError } from '../command-error.ts';
import { textIn } from '../../discovery/index.ts';
import type { ChosenContext } from './choose-context.ts';

/**
 * Refuses a user whose auth-provider is unknown, or whose `token` or other text member is not a text. kubectl
 * refuses the same users. client-node would ignore such a member without an error, or would send another
 * value.
 *
 * @throws CommandError that names the member without its value
 */
export function checkUser({ user, userName }: Pick<ChosenContext, 'user' | 'userName'>): void {
  const of = `of the user “${userName}” of the kubeconfig`;
  for (const member of texts) {
    const value = user[member] ?? '';
    if (typeof value !== 'string') {
      throw new CommandError(`${member} ${of} is not a text`, { hints: ['A number needs quotes in YAML.'] });
    }
  }
  const provider = user['auth-provider'];
  if (provider === undefined || provider === null) return;
  if (isRecord(user['exec']) || textIn(user, 'tokenFile') !== '' || isKnown(provider)) return;
  const name = textIn(provider, 'name');
  throw new CommandError(`the auth-provider${name === '' ? '' : ` “${name}”`} ${of} is not known`, {
    hints: ['A program can log in: write it as exec.'],
  });
}

const texts = ['token', 'username', 'password', 'as', 'as-uid'];

/** Whether client-node knows an auth-provider by its name or by its config. */
function isKnown(provider: unknown): boolean {
  if (!isRecord(provider)) return false;
  const { config } = provider;
  const hasOwnWay = isRecord(config) && (textIn(config, 'tokenFile') !== '' || isRecord(config['exec']));
  return hasOwnWay || ['azure', 'gcp', 'oidc', 'exec'].includes(textIn(provider, 'name'));
}
