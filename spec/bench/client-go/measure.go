package main

import (
	"log"
	"runtime"
	"syscall"
	"time"
)

// moment is when, and the CPU that the process had used by then.
type moment struct {
	wall time.Time
	cpu  time.Duration
}

func now() moment {
	return moment{time.Now(), cpu()}
}

// cost is what was used since, in ms.
func (m moment) cost() map[string]float64 {
	return map[string]float64{
		"cpu":  float64((cpu() - m.cpu).Microseconds()) / 1_000,
		"wall": float64(time.Since(m.wall).Microseconds()) / 1_000,
	}
}

// settle waits until the process took next to no CPU in three looks in a row.
func settle() {
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

func peakMegabytes() float64 {
	used := usage()
	return float64(used.Maxrss) / 1_024
}

func usage() (used syscall.Rusage) {
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		log.Fatal(err)
	}
	return used
}

// heap is what lives on it, in bytes.
func heap() float64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc)
}
