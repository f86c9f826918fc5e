import { clientNodes, kubeConfigMaker } from './support/kube-config.ts';
import { transportContract } from './transport-contract.ts';

const [[name1, KubeConfig1], [name2, KubeConfig2]] = clientNodes;

transportContract(`kubeConfigTransport, ${name2}`, kubeConfigMaker(KubeConfig2));
// The major versions differ only in the way to get credentials, so HTTPS alone is enough.
transportContract(`kubeConfigTransport, ${name1}`, kubeConfigMaker(KubeConfig1), ['https']);
