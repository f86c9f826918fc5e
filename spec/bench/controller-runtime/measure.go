package main

import (
	"log"
	"runtime"
	"syscall"
	"time"
)

// moment is the CPU that the process had used at a time.
type moment time.Duration

func now() moment {
	return moment(cpu())
}

// cpu returns the CPU since the moment, in ms.
func (m moment) cpu() float64 {
	return float64((cpu() - time.Duration(m)).Microseconds()) / 1_000
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
