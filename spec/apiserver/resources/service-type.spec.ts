import { describe, expect, it } from '@jest/globals';
import { StatusError } from 'rx-informer';
import { type ApiServer, createApiServer } from 'rx-informer/apiserver';
import { core } from 'rx-informer/kinds';

const { services } = core.v1;
const metadata = { name: 's', namespace: 'default' };
const ports = [{ name: 'http', port: 80 }];

/** A Service spec for each type, with the fields that only this type can have. */
const specs: Readonly<Record<string, object>> = {
  ClusterIP: { type: 'ClusterIP', ports },
  NodePort: { type: 'NodePort', ports },
  LoadBalancer: {
    type: 'LoadBalancer',
    ports,
    externalTrafficPolicy: 'Local',
    allocateLoadBalancerNodePorts: true,
    loadBalancerClass: 'example.com/class',
  },
  ExternalName: { type: 'ExternalName', ports, externalName: 'a.example' },
};

/** The fields of a Service that depend on its type. The server sets most of these fields. */
const fieldsOf: Readonly<Record<string, readonly string[]>> = {
  ClusterIP: ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy'],
  NodePort: ['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'externalTrafficPolicy', 'nodePort'],
  LoadBalancer: [
    'clusterIP',
    'clusterIPs',
    'ipFamilies',
    'ipFamilyPolicy',
    'externalTrafficPolicy',
    'nodePort',
    'allocateLoadBalancerNodePorts',
  ],
  ExternalName: [],
};
const dependent = [...(fieldsOf['LoadBalancer'] ?? []), 'healthCheckNodePort', 'loadBalancerClass'];

type Spec = Readonly<Record<string, unknown>>;
const specOf = (service: object): Spec => (service as { readonly spec: Spec }).spec;
const namesIn = (spec: Spec): readonly string[] => [
  ...Object.keys(spec),
  ...(spec['ports'] as readonly object[]).flatMap((port) => Object.keys(port)),
];

const created = (spec: object): { readonly server: ApiServer; readonly before: object } => {
  const server = createApiServer();
  return { server, before: server.objects.create(services, { metadata, spec }) };
};

const put = ({ objects }: ApiServer, service: object, change: object): object =>
  objects.update(services, { ...service, spec: { ...specOf(service), ...change } } as never);

/** Returns the message with which the server refuses a merge patch of the spec. */
const refusal = (spec: object, patch: object): string => {
  const { server } = created(spec);
  try {
    server.objects.patch(services, 'default/s', { spec: patch });
  } catch (error) {
    if (error instanceof StatusError) return error.message;
    throw error;
  }
  return 'accepted';
};

const types = Object.keys(specs);
const pairs = types.flatMap((from) => types.filter((to) => to !== from).map((to) => [from, to] as const));

describe('changed types of services', () => {
  const toType = (type: string): object => ({
    type,
    ...(type === 'ExternalName' ? { externalName: 'a.example' } : {}),
  });

  it.each(pairs)('should accept a merge patch from %s to %s and drop obsolete fields', (from, to) => {
    const { server, before } = created(specs[from] ?? {});

    const after = specOf(server.objects.patch(services, 'default/s', { spec: toType(to) }));

    expect(after['type']).toBe(to);
    expect(
      namesIn(after)
        .filter((name) => dependent.includes(name))
        .sort(),
    ).toEqual([...(fieldsOf[to] ?? [])].sort());
    if (to !== 'ExternalName' && from !== 'ExternalName') {
      expect(after['clusterIP']).toBe(specOf(before)['clusterIP']);
    }
  });

  it.each(pairs)('should accept a PUT of the read object from %s to %s', (from, to) => {
    const { server, before } = created(specs[from] ?? {});

    const after = specOf(put(server, before, toType(to)));

    expect(after['type']).toBe(to);
    expect(
      namesIn(after)
        .filter((name) => dependent.includes(name))
        .sort(),
    ).toEqual([...(fieldsOf[to] ?? [])].sort());
  });

  it('should keep the node ports and the traffic policy of a load balancer that becomes a NodePort', () => {
    const { server, before } = created(specs['LoadBalancer'] ?? {});

    const after = specOf(server.objects.patch(services, 'default/s', { spec: { type: 'NodePort' } }));

    expect(after).toMatchObject({ externalTrafficPolicy: 'Local', ports: specOf(before)['ports'] });
  });

  it('should keep the traffic policy of a ClusterIP with external addresses', () => {
    const { server } = created({ type: 'NodePort', ports, externalIPs: ['192.0.2.1'] });

    const after = specOf(server.objects.patch(services, 'default/s', { spec: { type: 'ClusterIP' } }));

    expect(after).toMatchObject({ type: 'ClusterIP', externalTrafficPolicy: 'Cluster' });
  });

  it('should remove the health check port of a load balancer whose traffic policy becomes Cluster', () => {
    const { server, before } = created(specs['LoadBalancer'] ?? {});
    expect(specOf(before)['healthCheckNodePort']).toEqual(expect.any(Number));

    const after = specOf(put(server, before, { externalTrafficPolicy: 'Cluster' }));

    expect(after).not.toHaveProperty('healthCheckNodePort');
  });

  it('should remove node ports that moved to another port', () => {
    const { server, before } = created({ type: 'NodePort', ports });
    const [{ nodePort }] = specOf(before)['ports'] as readonly [{ readonly nodePort: number }];
    const moved = [{ name: 'other', port: 81, protocol: 'TCP', targetPort: 81, nodePort }];

    const after = specOf(put(server, before, { type: 'ClusterIP', ports: moved }));

    expect(after['ports']).toEqual([{ name: 'other', port: 81, protocol: 'TCP', targetPort: 81 }]);
  });

  it('should clear the load balancer addresses in the status', () => {
    const { server, before } = created(specs['LoadBalancer'] ?? {});
    const status = { loadBalancer: { ingress: [{ ip: '192.0.2.1' }] } };
    const balanced = server.objects.update(services, { ...before, status } as never, {
      subresource: 'status',
    });
    expect(balanced).toMatchObject({ status });

    expect(server.objects.patch(services, 'default/s', { spec: { type: 'NodePort' } })).toHaveProperty(
      'status',
      { loadBalancer: {} },
    );
  });

  it.each<[string, object, string]>([
    [
      'NodePort',
      { type: 'ClusterIP', ports: [{ ...ports[0], nodePort: 32_001 }] },
      "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
    ],
    [
      'LoadBalancer',
      { type: 'NodePort', healthCheckNodePort: 32_001 },
      'spec.healthCheckNodePort: Invalid value: 32001: may only be set when',
    ],
    [
      'LoadBalancer',
      { type: 'NodePort', allocateLoadBalancerNodePorts: false },
      "spec.allocateLoadBalancerNodePorts: Forbidden: may only be used when `type` is 'LoadBalancer'",
    ],
    [
      'LoadBalancer',
      { type: 'NodePort', loadBalancerClass: 'example.com/other' },
      "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
    ],
    [
      'NodePort',
      { type: 'ClusterIP', externalTrafficPolicy: 'Local' },
      'spec.externalTrafficPolicy: Invalid value: "Local": may only be set for externally-accessible services',
    ],
    [
      'ClusterIP',
      { type: 'ExternalName', externalName: 'a.example', clusterIP: '10.96.5.5' },
      'spec.clusterIPs: Forbidden: may not be set for ExternalName services',
    ],
    [
      'ClusterIP',
      { type: 'ExternalName', externalName: 'a.example', ipFamilies: ['IPv6'] },
      'spec.ipFamilies: Forbidden: may not be set for ExternalName services',
    ],
    [
      'ClusterIP',
      { type: 'ExternalName', externalName: 'a.example', ipFamilyPolicy: 'PreferDualStack' },
      'spec.ipFamilyPolicy: Forbidden: may not be set for ExternalName services',
    ],
    ['ClusterIP', { type: 'ExternalName' }, 'spec.externalName: Required value'],
  ])('should refuse to change %s by %j', (from, patch, message) => {
    expect(refusal(specs[from] ?? {}, patch)).toContain(message);
  });

  it.each(['NodePort', 'LoadBalancer'])('should refuse a headless service as %s', (type) => {
    expect(refusal({ clusterIP: 'None', ports }, { type })).toContain(
      `spec.clusterIPs[0]: Invalid value: "None": may not be set to 'None' for ${type} services`,
    );
  });
});

describe('external names of services', () => {
  it('should accept a fully qualified name and keep its dot', () => {
    const { before } = created({ type: 'ExternalName', externalName: 'foo.example.com.' });

    expect(before).toMatchObject({ spec: { externalName: 'foo.example.com.' } });
  });

  it.each([
    ['foo.example.com..', 'spec.externalName: Invalid value: "foo.example.com."'],
    ['.', 'spec.externalName: Required value'],
  ])('should refuse the name %j', (externalName, message) => {
    expect(() => created({ type: 'ExternalName', externalName })).toThrow(message);
  });
});
