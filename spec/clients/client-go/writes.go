package main

import (
	"context"
	"fmt"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	corev1 "k8s.io/client-go/applyconfigurations/core/v1"
	"k8s.io/client-go/util/retry"
)

func retryOnConflict(ctx context.Context, with clients) error {
	maps := with.typed.CoreV1().ConfigMaps(with.namespace)
	old, err := maps.Create(ctx, configMap("contended", "all"), metav1.CreateOptions{})
	if err != nil {
		return err
	}
	next := old.DeepCopy()
	next.Data = map[string]string{"a": "1"}
	if _, err := maps.Update(ctx, next, metav1.UpdateOptions{}); err != nil {
		return err
	}
	tries := 0
	err = retry.RetryOnConflict(retry.DefaultRetry, func() error {
		tries++
		old.Data = map[string]string{"b": "2"}
		_, failure := maps.Update(ctx, old, metav1.UpdateOptions{})
		if apierrors.IsConflict(failure) {
			fresh, err := maps.Get(ctx, old.Name, metav1.GetOptions{})
			if err != nil {
				return err
			}
			old = fresh
		}
		return failure
	})
	if err != nil || tries != 2 {
		return fmt.Errorf("%d tries: %v", tries, err)
	}
	return nil
}

func serverSideApply(ctx context.Context, with clients) error {
	maps := with.typed.CoreV1().ConfigMaps(with.namespace)
	apply := func(manager string, force bool, data map[string]string) error {
		object := corev1.ConfigMap("applied", with.namespace).WithData(data)
		_, err := maps.Apply(ctx, object, metav1.ApplyOptions{FieldManager: manager, Force: force})
		return err
	}
	if err := apply("one", false, map[string]string{"a": "1"}); err != nil {
		return err
	}
	if err := apply("two", false, map[string]string{"b": "2"}); err != nil {
		return err
	}
	if err := apply("two", false, map[string]string{"a": "2"}); !apierrors.IsConflict(err) {
		return fmt.Errorf("no conflict but %v", err)
	}
	if err := apply("two", true, map[string]string{"a": "2"}); err != nil {
		return err
	}
	object, err := maps.Get(ctx, "applied", metav1.GetOptions{})
	if err != nil {
		return err
	}
	if len(object.Data) != 1 || object.Data["a"] != "2" {
		return fmt.Errorf("data is %v", object.Data)
	}
	return nil
}
