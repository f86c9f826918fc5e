package main

import (
	"fmt"
	"strconv"
	"sync"

	v1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

// pipeline makes an informer without network and decoding, to measure queue, store and delivery alone. The second
// result starts the events.
func pipeline(objects, events int) (cache.SharedIndexInformer, func()) {
	pod := func(index, version int) *v1.Pod {
		return &v1.Pod{ObjectMeta: metav1.ObjectMeta{
			Name:            fmt.Sprintf("checkout-api-%05d", index),
			Namespace:       fmt.Sprintf("team-%02d", index%50),
			UID:             types.UID(strconv.Itoa(index)),
			ResourceVersion: strconv.Itoa(version),
		}}
	}
	list := &v1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: strconv.Itoa(objects)}}
	for index := range objects {
		list.Items = append(list.Items, *pod(index, index+1))
	}
	modified := make([]watch.Event, events)
	for i := range modified {
		modified[i] = watch.Event{Type: watch.Modified, Object: pod(i*7_919%objects, objects+i+1)}
	}

	live := make(chan struct{})
	source := &cache.ListWatch{
		ListFunc: func(metav1.ListOptions) (runtime.Object, error) { return list, nil },
		WatchFunc: func(metav1.ListOptions) (watch.Interface, error) {
			flow := make(chan watch.Event)
			go func() {
				<-live
				for _, event := range modified {
					flow <- event
				}
			}()
			return watch.NewProxyWatcher(flow), nil
		},
	}
	indexers := cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc}
	return cache.NewSharedIndexInformer(paged{source}, &v1.Pod{}, 0, indexers), sync.OnceFunc(func() { close(live) })
}

// paged makes the reflector use lists in pages instead of a streaming list.
type paged struct{ *cache.ListWatch }

func (paged) IsWatchListSemanticsUnSupported() bool { return true }
