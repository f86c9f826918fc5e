// One informer of client-go in a process of its own, measured from outside:
//
//	client-go FORM SERVER RESOURCE OBJECTS EVENTS
//
// TOKEN and CA, a file, may stand in the environment. Each line that it reads is a command, each line that it writes the
// answer to one, as JSON:
//
//	sync           lists all, and goes on by watching; answers once every object was told
//	mark           what follows counts from here
//	mark stamped   and is asked when it was sent
//	hear N         answers once N more were told since the mark
//	once FIRST LAST   counts the versions from FIRST to LAST that the handler got never, or more than once
//	heap           says what lives on the heap more than before the sync
//	state          says the version of each object that is held, by namespace and name
//	settle         answers once nothing is on its way
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"runtime"
	"strconv"
	"strings"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

func main() {
	if len(os.Args) != 6 {
		log.Fatal("client-go FORM SERVER RESOURCE OBJECTS EVENTS")
	}
	form, server, resource := os.Args[1], os.Args[2], os.Args[3]
	objects, events := number(os.Args[4]), number(os.Args[5])

	listener := newListener(objects + events)
	empty := heap()
	inf, goOn := informer(form, configOf(form, server), resource, objects, events)
	if _, err := inf.AddEventHandler(listener); err != nil {
		log.Fatal(err)
	}

	var since moment
	for line := range commands() {
		switch words := strings.Fields(line); words[0] {
		case "sync":
			answer(synced(inf, listener, objects, empty))
		case "mark":
			runtime.GC() // what comes next does not pay for the garbage of what was before
			listener.restart(len(words) > 1)
			since = now()
			answer(map[string]float64{})
			goOn()
		case "hear":
			listener.until(int64(number(words[1])))
			cost := since.cost()
			cost["told"] = float64(listener.told.Load())
			for name, value := range listener.delays() {
				cost[name] = value
			}
			answer(cost)
		case "once":
			never, often := listener.notOnce(number(words[1]), number(words[2]))
			answer(map[string]float64{"never": never, "often": often})
		case "heap":
			answer(map[string]float64{"heap": heap() - empty})
		case "state":
			answer(stateOf(inf.GetStore()))
		case "settle":
			settle()
			answer(map[string]float64{})
		default:
			log.Fatalf("no command %q", line)
		}
	}
}

// commands are the lines that are read. The process ends with them, even while it waits for what will not come.
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

// synced runs the informer, and says what its first sync took.
func synced(inf cache.SharedIndexInformer, listener *listener, objects int, empty float64) map[string]float64 {
	start := now()
	go inf.RunWithContext(context.Background())
	listener.until(int64(objects))
	cost := start.cost()
	cost["objects"] = float64(objects)
	cost["first"] = float64(listener.first.Sub(start.wall).Microseconds()) / 1_000
	cost["peak"] = peakMegabytes()
	settle() // the watch opens
	cost["heap"] = heap() - empty
	return cost
}

// stateOf is the version of each object of a store, by namespace and name.
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

func answer(value any) {
	text, err := json.Marshal(value)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(text))
}

func number(text string) int {
	value, err := strconv.Atoi(text)
	if err != nil {
		log.Fatal(err)
	}
	return value
}
