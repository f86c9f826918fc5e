package main

import (
	"log"
	"runtime"
	"syscall"
	"time"
)

// moment is a time, and the CPU that the process had used by then.
type moment struct {
	wall time.Time
	cpu  time.Duration
}

func now() moment {
	return moment{time.Now(), cpu()}
}

// cost returns the CPU and the time since the moment, in ms.
func (m moment) cost() map[string]float64 {
	return map[string]float64{
		"cpu":  float64((cpu() - m.cpu).Microseconds()) / 1_000,
		"wall": float64(time.Since(m.wall).Microseconds()) / 1_000,
	}
}

// settle waits until the process is idle: three measurements in a row with almost no CPU.
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

// heap returns the live heap in bytes.
func heap() float64 {
	runtime.GC()
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return float64(stats.HeapAlloc)
}
