import { clientNodes, kubeConfigMaker } from './support/kube-config.ts';
import { transportContract } from './transport-contract.ts';

const [[name1, KubeConfig1], [name2, KubeConfig2]] = clientNodes;

transportContract(`kubeConfigTransport, ${name2}`, kubeConfigMaker(KubeConfig2));
// For client-node 1, HTTPS alone is enough, because the major versions of client-node differ only in how they get
// credentials.
transportContract(`kubeConfigTransport, ${name1}`, kubeConfigMaker(KubeConfig1), ['https']);
