import { clientNodes, kubeConfigMaker } from './support/kube-config.ts';
import { transportContract } from './transport-contract.ts';

for (const [name, KubeConfig] of clientNodes) {
  transportContract(`kubeConfigTransport, ${name}`, kubeConfigMaker(KubeConfig));
}
