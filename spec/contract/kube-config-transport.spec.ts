import { clientNodes, kubeConfigMaker } from './support/kube-config.ts';
import { transportContract } from './transport-contract.ts';

const [[name1, KubeConfig1], [name2, KubeConfig2]] = clientNodes;

transportContract(`kubeConfigTransport, ${name2}`, kubeConfigMaker(KubeConfig2));
// For client-node 1, a test over HTTPS is enough, because the major versions of client-node get credentials in
// different ways, but do not differ in other respects.
transportContract(`kubeConfigTransport, ${name1}`, kubeConfigMaker(KubeConfig1), ['https']);
