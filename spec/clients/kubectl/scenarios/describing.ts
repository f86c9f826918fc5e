import type { Scenario } from '../scenario.ts';
import { deployment, pods, status } from './manifests.ts';

const others = `apiVersion: v1
kind: Service
metadata: { name: web }
spec: { selector: { app: web }, clusterIP: None, ports: [{ name: http, port: 80, targetPort: 8080 }] }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { a.conf: "one\\ntwo\\n" }
binaryData: { b: AAEC }
---
apiVersion: v1
kind: Secret
metadata: { name: word }
stringData: { password: secret }
---
apiVersion: v1
kind: Node
metadata: { name: describing-node, labels: { zone: a } }
spec: { taints: [{ key: t, value: v, effect: NoSchedule }] }
---
apiVersion: v1
kind: PersistentVolume
metadata: { name: describing-volume }
spec: { capacity: { storage: 1Gi }, accessModes: [ReadWriteOnce], hostPath: { path: /data } }
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: { name: claim }
spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 1Gi } } }
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: often }
spec:
  schedule: '*/5 * * * *'
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: a, image: b }] } } } }
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: in }
spec:
  rules:
    - host: a.example
      http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: web, port: { number: 80 } } } }] }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: shut }
spec: { podSelector: {}, policyTypes: [Ingress] }
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: state }
spec:
  serviceName: web
  selector: { matchLabels: { app: state } }
  template: { metadata: { labels: { app: state } }, spec: { containers: [{ name: a, image: b }] } }
---
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: each }
spec:
  selector: { matchLabels: { app: each } }
  template: { metadata: { labels: { app: each } }, spec: { containers: [{ name: a, image: b }] } }
---
apiVersion: v1
kind: ResourceQuota
metadata: { name: quota }
spec: { hard: { secrets: "100" } }
---
apiVersion: v1
kind: LimitRange
metadata: { name: limits }
spec: { limits: [{ type: Pod, max: { cpu: "4" } }] }
---
apiVersion: v1
kind: Event
metadata: { name: happened }
involvedObject: { apiVersion: v1, kind: Pod, name: a, namespace: describing }
reason: Happened
message: it happened
type: Warning
count: 3
source: { component: tests }
firstTimestamp: "2026-01-01T00:00:00Z"
lastTimestamp: "2026-01-01T00:00:00Z"
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: scaler }
spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web } }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: budget }
spec: { minAvailable: 1, selector: { matchLabels: { app: web } } }
`;

export const describing: Scenario = {
  name: 'describing',
  files: { 'pods.yaml': pods, 'deployment.yaml': deployment, 'others.yaml': others },
  steps: [
    'create -f pods.yaml -f deployment.yaml -f others.yaml',
    `patch pod a --subresource=status -p '${status('Running', true)}'`,
    'describe pods',
    'describe pod a',
    'describe pod none',
    'describe pods -l app=job',
    'describe deployment web',
    'describe service web',
    'describe configmap settings',
    'describe secret word',
    'describe node describing-node',
    'describe pv describing-volume',
    'describe pvc claim',
    'describe cronjob often',
    'describe ingress in',
    'describe networkpolicy shut',
    'describe statefulset state',
    'describe daemonset each',
    'describe quota quota',
    'describe limits limits',
    'describe namespace describing',
    'describe event happened',
    'describe hpa scaler',
    'describe pdb budget',
    'describe clusterrole cluster-admin',
    'describe clusterrolebinding cluster-admin',
    'describe -f deployment.yaml',
    'describe priorityclass system-node-critical',
    {
      follow: 'get events -w',
      from: /happened/,
      meanwhile: [`patch event happened -p '{"count":4,"message":"it happened again"}'`],
      until: /again/,
    },
    'events',
    'events --for pod/a',
    'events --types=Normal',
    'events -o yaml',
    'get events',
    'get events -o wide',
    'get events --field-selector involvedObject.name=a,type=Warning -o name',
    'get svc,sts,ds,cj,pvc,ing,netpol,hpa,pdb,quota,limits,secret -o wide',
    'get pv describing-volume',
    'get node describing-node',
    'cordon describing-node',
    'uncordon describing-node',
    'taint node describing-node key=value:NoExecute',
    'taint node describing-node key-',
    'get node describing-node -o yaml',
    'delete node describing-node',
    'delete pv describing-volume --wait=false',
  ],
};
