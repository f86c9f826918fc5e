// Takes one measurement of controller-runtime in its own process, and prints it as JSON:
//
//	controller-runtime MEASURE QUEUE KEYS WAITING
//
// QUEUE is `priority`, the default queue of controller-runtime, or `client-go`. MEASURE is one of:
//
//	work      the cost of KEYS runs that each compute for 100 µs
//	empty     the cost of an empty run, with KEYS keys in the queue
//	backlog   the same, with WAITING keys in the queue
//	ready     the heap of WAITING keys that are ready
//	requeued  the heap of WAITING keys that have asked to run again later
//	backoff   the heap of WAITING keys that have failed
package main

import (
	"log"
	"os"
	"slices"
	"time"

	"github.com/go-logr/logr"
	logging "sigs.k8s.io/controller-runtime/pkg/log"

	"rx-informer.test/bench/measurement"
)

func main() {
	if len(os.Args) != 5 {
		log.Fatal("controller-runtime MEASURE QUEUE KEYS WAITING")
	}
	measure, queue, keys, waiting := os.Args[1], os.Args[2], measurement.Number(os.Args[3]), measurement.Number(os.Args[4])
	logging.SetLogger(logr.Discard())

	switch measure {
	case "work":
		measurement.Answer(work(queue, keys))
	case "empty":
		measurement.Answer(empty(queue, keys))
	case "backlog":
		measurement.Answer(empty(queue, waiting))
	case "ready", "requeued", "backoff":
		measurement.Answer(map[string]float64{"heap": heapPerKey(queue, measure, waiting)})
	default:
		log.Fatalf("no measure %q", measure)
	}
}

// work returns the cost of runs that each compute for 100 µs.
func work(queue string, keys int) map[string]float64 {
	requests := requestsOf(keys)
	running := start(queue, compute)
	since := measurement.Now()
	running.addAll(requests)
	running.wait(keys)
	return map[string]float64{"cpu": since.Cost()["cpu"], "peak": measurement.PeakMegabytes(), "runs": float64(running.runs.Load())}
}

func compute() (time.Duration, error) {
	for began := time.Now(); time.Since(began) < 100*time.Microsecond; {
	}
	return 0, nil
}

// empty returns the CPU time of an empty run in µs: `first` in the first pass over all keys, and `later` in the median
// of three passes after 100,000 runs. The passes are those of `reconcile/measures.ts`.
func empty(queue string, keys int) map[string]float64 {
	requests := requestsOf(keys)
	running := start(queue, func() (time.Duration, error) { return 0, nil })
	ended := 0
	pass := func() float64 {
		since := measurement.Now()
		ended += keys
		running.addAll(requests)
		running.wait(ended)
		return since.Cost()["cpu"] * 1_000 / float64(keys)
	}
	first := pass()
	for ended < 100_000 {
		pass()
	}
	passes := []float64{pass(), pass(), pass()}
	slices.Sort(passes)
	return map[string]float64{"first": first, "later": passes[1], "runs": float64(running.runs.Load())}
}
