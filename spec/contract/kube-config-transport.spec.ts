import { clientNodes, kubeConfigMaker } from './support/kube-config.ts';
import { transportContract } from './transport-contract.ts';

const [[name1, KubeConfig1], [name2, KubeConfig2]] = clientNodes;

transportContract(`kubeConfigTransport, ${name2}`, kubeConfigMaker(KubeConfig2));
// client-node 1 is tested only over HTTPS. Its only difference from client-node 2 is the way in which it gets
// credentials, so a second test over HTTP is not necessary.
transportContract(`kubeConfigTransport, ${name1}`, kubeConfigMaker(KubeConfig1), ['https']);
