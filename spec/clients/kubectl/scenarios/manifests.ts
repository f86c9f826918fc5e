/** The manifest of a Deployment that several scenarios create first. */
export const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: { app: web }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers:
        - name: web
          image: nginx:1.27
          ports: [{ containerPort: 80 }]
`;

/** The manifest of three pods: a runs, b is pending, and c has ended. */
export const pods = `apiVersion: v1
kind: Pod
metadata: { name: a, labels: { app: web, tier: front } }
spec:
  nodeName: node-1
  containers: [{ name: main, image: nginx, resources: { requests: { cpu: 100m, memory: 64Mi } } }]
---
apiVersion: v1
kind: Pod
metadata: { name: b, labels: { app: web, tier: back } }
spec:
  containers: [{ name: main, image: nginx }, { name: side, image: busybox, command: [sleep, '1'] }]
  initContainers: [{ name: before, image: busybox }]
---
apiVersion: v1
kind: Pod
metadata: { name: c, labels: { app: job }, annotations: { note: 'one line' } }
spec:
  restartPolicy: Never
  containers: [{ name: main, image: busybox, env: [{ name: A, value: b }] }]
`;

/** Returns a JSON patch of a pod's status, as an argument of a kubectl command. */
export function status(phase: string, ready: boolean): string {
  const waiting = {
    ready,
    restartCount: 3,
    image: 'nginx',
    imageID: '',
    name: 'main',
    state: { running: {} },
  };
  return JSON.stringify({
    status: {
      phase,
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False' }],
      containerStatuses: [waiting],
      podIP: '10.1.0.5',
      podIPs: [{ ip: '10.1.0.5' }],
    },
  });
}
