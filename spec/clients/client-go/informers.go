package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic/dynamicinformer"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

type counts struct{ added, updated, deleted atomic.Int64 }

func (t *counts) handler() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(any) { t.added.Add(1) },
		UpdateFunc: func(any, any) { t.updated.Add(1) },
		DeleteFunc: func(any) { t.deleted.Add(1) },
	}
}

func (t *counts) is(added, updated, deleted int64) func() bool {
	return func() bool {
		return t.added.Load() == added && t.updated.Load() == updated && t.deleted.Load() == deleted
	}
}

func (t *counts) String() string {
	return fmt.Sprintf("%d added, %d updated, %d deleted", t.added.Load(), t.updated.Load(), t.deleted.Load())
}

func configMap(name, label string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{"of": label}}}
}

func sharedInformer(ctx context.Context, with clients) error {
	maps := with.typed.CoreV1().ConfigMaps(with.namespace)
	for i := range 20 {
		if _, err := maps.Create(ctx, configMap(fmt.Sprintf("shared-%d", i), "shared"), metav1.CreateOptions{}); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	factory := informers.NewSharedInformerFactoryWithOptions(with.typed, 0, informers.WithNamespace(with.namespace))
	informer := factory.Core().V1().ConfigMaps()
	var seen counts
	if _, err := informer.Informer().AddEventHandler(seen.handler()); err != nil {
		return err
	}
	factory.Core().V1().Pods().Informer()
	factory.Start(ctx.Done())
	for kind, synced := range factory.WaitForCacheSync(ctx.Done()) {
		if !synced {
			return fmt.Errorf("%v is not synced", kind)
		}
	}
	if err := until(ctx, "20 added", seen.is(20, 0, 0)); err != nil {
		return errors.Join(err, errors.New(seen.String()))
	}
	object, err := informer.Lister().ConfigMaps(with.namespace).Get("shared-3")
	if err != nil {
		return err
	}
	changed := object.DeepCopy()
	changed.Data = map[string]string{"a": "b"}
	if _, err := maps.Update(ctx, changed, metav1.UpdateOptions{}); err != nil {
		return err
	}
	if err := maps.Delete(ctx, "shared-4", metav1.DeleteOptions{}); err != nil {
		return err
	}
	if _, err := maps.Create(ctx, configMap("shared-more", "shared"), metav1.CreateOptions{}); err != nil {
		return err
	}
	if err := until(ctx, "21 added, 1 updated, 1 deleted", seen.is(21, 1, 1)); err != nil {
		return errors.Join(err, errors.New(seen.String()))
	}
	all, err := informer.Lister().List(labels.Everything())
	if err != nil || len(all) != 20 {
		return fmt.Errorf("the lister has %d: %v", len(all), err)
	}
	return nil
}

// Checks that an object that no longer matches the selector is reported as deleted.
func selectedInformer(ctx context.Context, with clients) error {
	maps := with.typed.CoreV1().ConfigMaps(with.namespace)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	factory := informers.NewSharedInformerFactoryWithOptions(with.typed, time.Minute, informers.WithNamespace(with.namespace),
		informers.WithTweakListOptions(func(options *metav1.ListOptions) { options.LabelSelector = "of=red" }))
	var seen counts
	if _, err := factory.Core().V1().ConfigMaps().Informer().AddEventHandler(seen.handler()); err != nil {
		return err
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	made, err := maps.Create(ctx, configMap("selected", "blue"), metav1.CreateOptions{})
	for _, label := range []string{"red", "blue", "red"} {
		if err != nil {
			return err
		}
		made.Labels["of"] = label
		made, err = maps.Update(ctx, made, metav1.UpdateOptions{})
	}
	if err != nil {
		return err
	}
	if err := until(ctx, "2 added, 1 deleted", seen.is(2, 0, 1)); err != nil {
		return errors.Join(err, errors.New(seen.String()))
	}
	return nil
}

func dynamicInformer(ctx context.Context, with clients) error {
	definitions := with.dynamic.Resource(schema.GroupVersionResource{
		Group: "apiextensions.k8s.io", Version: "v1", Resource: "customresourcedefinitions"})
	group := with.namespace + ".example"
	name := "gears." + group
	_, err := definitions.Create(ctx, &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
		"metadata": map[string]any{"name": name},
		"spec": map[string]any{
			"group": group, "scope": "Namespaced",
			"names": map[string]any{"plural": "gears", "kind": "Gear"},
			"versions": []any{map[string]any{"name": "v1", "served": true, "storage": true,
				"schema": map[string]any{"openAPIV3Schema": map[string]any{
					"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}},
		},
	}}, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	gvr := schema.GroupVersionResource{Group: group, Version: "v1", Resource: "gears"}
	gears := with.dynamic.Resource(gvr).Namespace(with.namespace)
	if err := until(ctx, "served", func() bool {
		_, err := gears.List(ctx, metav1.ListOptions{})
		return err == nil
	}); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	factory := dynamicinformer.NewFilteredDynamicSharedInformerFactory(with.dynamic, 0, with.namespace, nil)
	var seen counts
	if _, err := factory.ForResource(gvr).Informer().AddEventHandler(seen.handler()); err != nil {
		return err
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	gear := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": group + "/v1", "kind": "Gear", "metadata": map[string]any{"name": "one"}, "spec": map[string]any{"teeth": int64(9)}}}
	made, err := gears.Create(ctx, gear, metav1.CreateOptions{})
	if err != nil {
		return err
	}
	made.SetLabels(map[string]string{"a": "b"})
	if _, err := gears.Update(ctx, made, metav1.UpdateOptions{}); err != nil {
		return err
	}
	if err := gears.Delete(ctx, "one", metav1.DeleteOptions{}); err != nil {
		return err
	}
	if err := until(ctx, "1 added, 1 updated, 1 deleted", seen.is(1, 1, 1)); err != nil {
		return errors.Join(err, errors.New(seen.String()))
	}
	return definitions.Delete(ctx, name, metav1.DeleteOptions{})
}
