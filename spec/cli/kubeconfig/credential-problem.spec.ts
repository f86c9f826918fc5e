import { describe, expect, it } from '@jest/globals';
import { credentialProblem } from '../../../src/cli/kubeconfig/credential-problem.ts';

const systemError = (members: object): Error => Object.assign(new Error('spawn login ENOENT'), members);
const token = 'eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiJhbm5hIn0.c2lnbmF0dXJlLXNpZ25hdHVyZQ';

describe('credentialProblem', () => {
  it('should report that a program is not installed, with the install hint', () => {
    const missing = systemError({ code: 'ENOENT', syscall: 'spawn login', path: 'login' });

    expect(credentialProblem(missing, 'login')).toBe(
      'cannot run login, which the kubeconfig logs in with: it is not installed, or not in the PATH',
    );
    expect(credentialProblem(missing, 'login', 'Get it from\nthe shop. . ')).toBe(
      'cannot run login, which the kubeconfig logs in with: it is not installed, or not in the PATH. Get it from the shop',
    );
    expect(credentialProblem(missing, '')).toContain('cannot run login, which');
    expect(credentialProblem(systemError({ code: 'ENOENT', syscall: 'spawn' }), '')).toContain(
      'cannot run the program, which',
    );
  });

  it('should explain other failures of a program, and name a file that cannot be read', () => {
    const denied = { code: 'EACCES', path: '/bin/login' };

    expect(credentialProblem(systemError({ ...denied, syscall: 'spawn login' }), 'login')).toMatch(
      /^cannot run login, which the kubeconfig logs in with: (?!it is not installed)\S/,
    );
    expect(credentialProblem(systemError({ ...denied, syscall: 'open' }), '')).toMatch(
      /^cannot read \/bin\/login, which the kubeconfig names: \S/,
    );
  });

  it.each([new Error('bad key'), new SyntaxError('bad JSON'), 'text', undefined, null])(
    'should not quote the message of %p if the user has no login program',
    (error) => {
      expect(credentialProblem(error, '')).toBe('the credentials in the kubeconfig cannot be used');
    },
  );

  it.each([new SyntaxError(`Unexpected token, "${token}"`), new TypeError(token)])(
    'should show nothing of an answer with a wrong form: %#',
    (error) => {
      expect(credentialProblem(error, 'login')).toBe(
        'login, which the kubeconfig logs in with, answered with no ExecCredential',
      );
    },
  );

  it('should show the output of a program on one line, without tokens and of limited length', () => {
    const failed = (message: string): string => credentialProblem(new Error(message), 'login');

    expect(failed('no\nnetwork ')).toBe('login, which the kubeconfig logs in with, failed: no network');
    expect(failed(' ')).toBe('login, which the kubeconfig logs in with, failed');
    expect(credentialProblem('text', 'login')).toBe('login, which the kubeconfig logs in with, failed');
    expect(failed(`got ${token}`)).not.toContain('eyJzdWI');
    expect(failed('no '.repeat(200))).toHaveLength(
      'login, which the kubeconfig logs in with, failed: '.length + 300,
    );
  });
});
