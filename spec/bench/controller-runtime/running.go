package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"runtime"
	"sync/atomic"
	"time"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"rx-informer.test/bench/measurement"
)

type queueOf = workqueue.TypedRateLimitingInterface[reconcile.Request]

// running is a controller that has started, with its queue and the number of its runs.
type running struct {
	queue queueOf
	runs  *atomic.Int64
}

// start starts a controller with the default options of controller-runtime, except for the queue and for the delay of
// a retry, which is 1 h here so that failed keys keep waiting.
func start(queue string, run func() (time.Duration, error)) running {
	queues := make(chan queueOf)
	runs := new(atomic.Int64)
	usePriorityQueue := queue == "priority"
	reconciler := reconcile.Func(func(context.Context, reconcile.Request) (reconcile.Result, error) {
		requeueAfter, err := run()
		runs.Add(1)
		return reconcile.Result{RequeueAfter: requeueAfter}, err
	})
	one, err := controller.NewUnmanaged("bench", controller.Options{
		Reconciler:       reconciler,
		UsePriorityQueue: &usePriorityQueue,
		RateLimiter:      workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Hour, time.Hour),
	})
	if err != nil {
		log.Fatal(err)
	}
	// controller-runtime gives its queue to the sources only.
	if err := one.Watch(source.Func(func(_ context.Context, queue queueOf) error {
		go func() { queues <- queue }()
		return nil
	})); err != nil {
		log.Fatal(err)
	}
	go func() {
		if err := one.Start(context.Background()); err != nil {
			log.Fatal(err)
		}
	}()
	return running{<-queues, runs}
}

func (r running) addAll(requests []reconcile.Request) {
	for _, request := range requests {
		r.queue.Add(request)
	}
}

// wait waits until the controller has ended a number of runs.
func (r running) wait(wanted int) {
	for r.runs.Load() < int64(wanted) {
		time.Sleep(time.Millisecond)
	}
}

// heapPerKey returns the heap of a key that waits in the given way, in bytes. The heap includes the text of the key.
func heapPerKey(queue, way string, keys int) float64 {
	hold := make(chan struct{})
	running := start(queue, func() (time.Duration, error) {
		switch way {
		case "ready":
			<-hold // the first run does not end, so the other keys stay ready
			return 0, nil
		case "requeued":
			return time.Hour, nil
		default:
			return 0, errors.New("fails")
		}
	})
	before := measurement.Heap()
	for index := range keys {
		running.queue.Add(request(index))
	}
	if way != "ready" {
		running.wait(keys)
	}
	measurement.Settle()
	grown := measurement.Heap() - before
	runtime.KeepAlive(running.queue)
	return grown / float64(keys)
}

func requestsOf(keys int) []reconcile.Request {
	requests := make([]reconcile.Request, keys)
	for index := range requests {
		requests[index] = request(index)
	}
	return requests
}

// request returns the request for the key that `reconcile/keys.ts` has at the same index.
func request(index int) reconcile.Request {
	return reconcile.Request{NamespacedName: types.NamespacedName{
		Namespace: fmt.Sprintf("team-%02d", index%50),
		Name:      fmt.Sprintf("checkout-api-%06d", index),
	}}
}
