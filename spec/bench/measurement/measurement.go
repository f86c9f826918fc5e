// Package measurement has what the measured Go programs share: their CPU time, their memory, and their answers.
package measurement

import (
	"encoding/json"
	"fmt"
	"log"
	"runtime"
	"strconv"
	"syscall"
	"time"
)

// Moment is the time `Wall`, and the CPU time that the process had used by then.
type Moment struct {
	Wall time.Time
	cpu  time.Duration
}

// Now returns the current moment.
func Now() Moment {
	return Moment{time.Now(), cpu()}
}

// Cost returns the CPU time and the time since the moment, in ms.
func (m Moment) Cost() map[string]float64 {
	return map[string]float64{
		"cpu":  float64((cpu() - m.cpu).Microseconds()) / 1_000,
		"wall": float64(time.Since(m.Wall).Microseconds()) / 1_000,
	}
}

// Settle waits until the process is idle: three measurements in a row with almost no CPU time.
func Settle() {
	for quiet := 0; quiet < 3; {
		before := cpu()
		time.Sleep(20 * time.Millisecond)
		if cpu()-before < 3*time.Millisecond {
			quiet++
		} else {
			quiet = 0
		}
	}
}

func cpu() time.Duration {
	used := usage()
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// PeakMegabytes returns the largest resident size of the process.
func PeakMegabytes() float64 {
	used := usage()
	return float64(used.Maxrss) / 1_024
}

func usage() (used syscall.Rusage) {
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		log.Fatal(err)
	}
	return used
}

// Heap returns the size of the live heap in bytes.
func Heap() float64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc)
}

// Answer prints a value as one line of JSON.
func Answer(value any) {
	text, err := json.Marshal(value)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(text))
}

// Number parses an argument of the program.
func Number(text string) int {
	value, err := strconv.Atoi(text)
	if err != nil {
		log.Fatal(err)
	}
	return value
}
