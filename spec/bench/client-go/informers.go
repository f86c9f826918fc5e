package main

import (
	"log"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

var resources = map[string]schema.GroupVersionResource{
	"pods":       {Version: "v1", Resource: "pods"},
	"configmaps": {Version: "v1", Resource: "configmaps"},
	"leases":     {Group: "coordination.k8s.io", Version: "v1", Resource: "leases"},
}

// informer makes an informer of a form, and a function that starts its events. Only the events of the pipeline need it:
// all others come from a server.
func informer(form string, config *rest.Config, resource string, objects, events int) (cache.SharedIndexInformer, func()) {
	if form == "pipeline" {
		return pipeline(objects, events)
	}
	inf := overNetwork(form, config, resources[resource])
	if strings.Contains(form, "strip") {
		if err := inf.SetTransform(withoutManagedFields); err != nil {
			log.Fatal(err)
		}
	}
	return inf, func() {}
}

func overNetwork(form string, config *rest.Config, of schema.GroupVersionResource) cache.SharedIndexInformer {
	switch {
	case strings.HasPrefix(form, "typed"):
		client := made(kubernetes.NewForConfig(config))
		return made(informers.NewSharedInformerFactory(client, 0).ForResource(of)).Informer()
	case strings.HasPrefix(form, "dynamic"):
		client := made(dynamic.NewForConfig(config))
		return dynamicinformer.NewDynamicSharedInformerFactory(client, 0).ForResource(of).Informer()
	case strings.HasPrefix(form, "metadata"):
		client := made(metadata.NewForConfig(config))
		return metadatainformer.NewFilteredSharedInformerFactory(client, 0, metav1.NamespaceAll, nil).ForResource(of).Informer()
	}
	log.Fatalf("no form %q", form)
	return nil
}

// withoutManagedFields is the transform that client-go's documentation recommends.
func withoutManagedFields(object any) (any, error) {
	if accessor, err := meta.Accessor(object); err == nil {
		accessor.SetManagedFields(nil)
	}
	return object, nil
}

func made[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
