// Runs one informer of client-go in its own process, which another process measures:
//
//	client-go FORM SERVER RESOURCE OBJECTS EVENTS
//
// The environment may have TOKEN, and CA, a file. Each line of the input is a command, and each line of the output is
// the answer to a command, as JSON:
//
//	sync           lists all objects, then watches; answers once the handler got every object
//	mark           resets the counts and the cost
//	mark stamped   the same, and the next events have the time of sending
//	receive N      answers once the handler has received N objects after the mark
//	once FIRST LAST   counts the versions from FIRST to LAST that the handler got never, or more than once
//	heap           returns the growth of the live heap since before the sync
//	state          returns the version of each object of the store, by namespace and name
//	settle         answers once the process is idle
package main

import (
	"bufio"
	"context"
	"log"
	"os"
	"runtime"
	"strings"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"

	"rx-informer.test/bench/measurement"
)

func main() {
	if len(os.Args) != 6 {
		log.Fatal("client-go FORM SERVER RESOURCE OBJECTS EVENTS")
	}
	form, server, resource := os.Args[1], os.Args[2], os.Args[3]
	objects, events := measurement.Number(os.Args[4]), measurement.Number(os.Args[5])

	listener := newListener(objects + events)
	empty := measurement.Heap()
	inf, goOn := informer(form, configOf(form, server), resource, objects, events)
	if _, err := inf.AddEventHandler(listener); err != nil {
		log.Fatal(err)
	}

	var since measurement.Moment
	for line := range commands() {
		switch words := strings.Fields(line); words[0] {
		case "sync":
			measurement.Answer(synced(inf, listener, objects, empty))
		case "mark":
			runtime.GC() // the next step does not pay for earlier garbage
			listener.restart(len(words) > 1)
			since = measurement.Now()
			measurement.Answer(map[string]float64{})
			goOn()
		case "receive":
			listener.until(int64(measurement.Number(words[1])))
			cost := since.Cost()
			cost["received"] = float64(listener.seen.Load())
			for name, value := range listener.delays() {
				cost[name] = value
			}
			measurement.Answer(cost)
		case "once":
			never, often := listener.notOnce(measurement.Number(words[1]), measurement.Number(words[2]))
			measurement.Answer(map[string]float64{"never": never, "often": often})
		case "heap":
			measurement.Answer(map[string]float64{"heap": measurement.Heap() - empty})
		case "state":
			measurement.Answer(stateOf(inf.GetStore()))
		case "settle":
			measurement.Settle()
			measurement.Answer(map[string]float64{})
		default:
			log.Fatalf("no command %q", line)
		}
	}
}

// commands returns the lines of the input. The process ends at the end of the input, even while it waits for objects.
func commands() <-chan string {
	lines := make(chan string)
	go func() {
		for scanner := bufio.NewScanner(os.Stdin); scanner.Scan(); {
			lines <- scanner.Text()
		}
		os.Exit(0)
	}()
	return lines
}

// synced runs the informer, and returns the cost of its first sync.
func synced(inf cache.SharedIndexInformer, listener *listener, objects int, empty float64) map[string]float64 {
	start := measurement.Now()
	go inf.RunWithContext(context.Background())
	listener.until(int64(objects))
	cost := start.Cost()
	cost["objects"] = float64(objects)
	cost["first"] = float64(listener.first.Sub(start.Wall).Microseconds()) / 1_000
	cost["peak"] = measurement.PeakMegabytes()
	measurement.Settle() // the watch opens
	cost["heap"] = measurement.Heap() - empty
	return cost
}

// stateOf returns the version of each object of a store, by namespace and name.
func stateOf(store cache.Store) map[string]string {
	versions := map[string]string{}
	for _, object := range store.List() {
		held := accessor(object)
		versions[held.GetNamespace()+"/"+held.GetName()] = held.GetResourceVersion()
	}
	return versions
}

func configOf(form, server string) *rest.Config {
	content := "application/json"
	if strings.Contains(form, "protobuf") {
		content = "application/vnd.kubernetes.protobuf"
	}
	return &rest.Config{
		Host:            server,
		QPS:             -1, // its rate limiter alone would make a hundred pages take 18 s
		BearerToken:     os.Getenv("TOKEN"),
		TLSClientConfig: rest.TLSClientConfig{CAFile: os.Getenv("CA")},
		ContentConfig:   rest.ContentConfig{ContentType: content, AcceptContentTypes: content},
	}
}
