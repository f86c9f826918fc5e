// Checks a server with real client-go. Prints a line "ok NAME" or "not ok NAME: why" for each check.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

type clients struct {
	typed     kubernetes.Interface
	dynamic   dynamic.Interface
	namespace string
}

func main() {
	config, err := clientcmd.BuildConfigFromFlags("", os.Getenv("KUBECONFIG"))
	if err != nil {
		panic(err)
	}
	config.QPS = -1
	with := clients{kubernetes.NewForConfigOrDie(config), dynamic.NewForConfigOrDie(rest.CopyConfig(config)), os.Args[1]}
	ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
	defer cancel()
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: with.namespace}}
	if _, err := with.typed.CoreV1().Namespaces().Create(ctx, namespace, metav1.CreateOptions{}); err != nil {
		panic(err)
	}
	checks := []struct {
		name string
		run  func(context.Context, clients) error
	}{
		{"a shared informer follows its kind", sharedInformer},
		{"an informer with a label selector follows objects that begin and cease to match", selectedInformer},
		{"a dynamic informer follows a custom resource", dynamicInformer},
		{"one candidate leads, and the other takes over", leaderElection},
		{"a conflict is reported, and retried", retryOnConflict},
		{"an apply keeps the fields of other managers", serverSideApply},
	}
	failed := false
	for _, check := range checks {
		if err := check.run(ctx, with); err != nil {
			fmt.Printf("not ok %s: %v\n", check.name, err)
			failed = true
		} else {
			fmt.Printf("ok %s\n", check.name)
		}
	}
	if failed {
		os.Exit(1)
	}
}

// until polls until the condition holds, because informers deliver asynchronously.
func until(ctx context.Context, what string, is func() bool) error {
	end := time.Now().Add(10 * time.Second)
	for !is() {
		if ctx.Err() != nil || time.Now().After(end) {
			return fmt.Errorf("never: %s", what)
		}
		time.Sleep(10 * time.Millisecond)
	}
	return nil
}
