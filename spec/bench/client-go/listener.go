package main

import (
	"log"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// listener is a handler that counts its calls. One goroutine calls it, and another one waits for the count.
type listener struct {
	seen    atomic.Int64
	first   time.Time
	stamped bool
	late    []float64
	times   []uint8 // how often the handler got each version, up to 255
	unknown int
	changed chan struct{}
}

// newListener is for a server whose versions are 1, 2, 3 and so on, up to the last.
func newListener(last int) *listener {
	return &listener{times: make([]uint8, last+1), changed: make(chan struct{}, 1)}
}

func (l *listener) OnAdd(object any, _ bool) { l.receive(object) }

func (l *listener) OnUpdate(_, object any) { l.receive(object) }

func (l *listener) OnDelete(object any) { l.receive(object) }

func (l *listener) receive(object any) {
	if l.first.IsZero() {
		l.first = time.Now()
	}
	if l.stamped {
		l.late = append(l.late, sinceStamp(object))
	}
	l.count(object)
	l.seen.Add(1)
	select {
	case l.changed <- struct{}{}:
	default: // the waiting goroutine has a signal already
	}
}

func (l *listener) count(object any) {
	version, err := strconv.Atoi(accessor(object).GetResourceVersion())
	switch {
	case err != nil || version < 1 || version >= len(l.times):
		l.unknown++
	case l.times[version] < 255:
		l.times[version]++
	}
}

// notOnce counts the versions that the handler never got, and the versions that it got more than once or that the
// server does not have.
func (l *listener) notOnce(first, last int) (never, often float64) {
	for _, times := range l.times[first : last+1] {
		switch {
		case times == 0:
			never++
		case times > 1:
			often++
		}
	}
	return never, often + float64(l.unknown)
}

// until waits until the handler got the wanted number of objects since the restart.
func (l *listener) until(wanted int64) {
	for l.seen.Load() < wanted {
		<-l.changed
	}
}

// restart resets the count. No event may be under way.
func (l *listener) restart(stamped bool) {
	l.seen.Store(0)
	l.stamped = stamped
	l.late = nil
}

// delays returns the median and the 99th percentile, in µs, of the delays of stamped events.
func (l *listener) delays() map[string]float64 {
	if len(l.late) == 0 {
		return nil
	}
	slices.Sort(l.late)
	at := func(share float64) float64 { return l.late[int(float64(len(l.late)-1)*share)] }
	return map[string]float64{"p50": at(0.5), "p99": at(0.99)}
}

// sinceStamp returns the time since the server wrote an object, in µs, by the clock that all processes share.
func sinceStamp(object any) float64 {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &now); err != nil {
		log.Fatal(err)
	}
	sent, err := strconv.ParseInt(accessor(object).GetAnnotations()["bench/sent"], 10, 64)
	if err != nil {
		log.Fatal(err)
	}
	return float64(now.Nano()-sent) / 1_000
}

func accessor(object any) metav1.Object {
	held, err := meta.Accessor(object)
	if err != nil {
		log.Fatal(err)
	}
	return held
}
