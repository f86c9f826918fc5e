import { describe } from '@jest/globals';
import { kubeConfigTransport } from '../../src/client-node/index.ts';
import { describeHttpTransport } from '../source/http-transport-contract.ts';

describe('kubeConfigTransport', () => {
  describeHttpTransport((server, token) =>
    kubeConfigTransport({
      getCurrentCluster: () => ({ server }),
      async applyToHTTPSOptions(options: { headers?: Record<string, string> }) {
        const value = await token?.();
        if (value !== undefined) options.headers = { ...options.headers, Authorization: `Bearer ${value}` };
      },
    }),
  );
});
