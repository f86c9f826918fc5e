package main

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

func leaderElection(ctx context.Context, with clients) error {
	var leading, together atomic.Int64
	run := func(identity string) (context.CancelFunc, *leaderelection.LeaderElector, error) {
		lock := &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Namespace: with.namespace, Name: "lead"},
			Client:     with.typed.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: identity},
		}
		elector, err := leaderelection.NewLeaderElector(leaderelection.LeaderElectionConfig{
			Lock: lock, LeaseDuration: 3 * time.Second, RenewDeadline: 2 * time.Second, RetryPeriod: 200 * time.Millisecond,
			ReleaseOnCancel: true,
			Callbacks: leaderelection.LeaderCallbacks{
				OnStartedLeading: func(ctx context.Context) {
					if leading.Add(1) > 1 {
						together.Add(1)
					}
					<-ctx.Done()
					leading.Add(-1)
				},
				OnStoppedLeading: func() {},
			},
		})
		if err != nil {
			return nil, nil, err
		}
		ctx, cancel := context.WithCancel(ctx)
		go elector.Run(ctx)
		return cancel, elector, nil
	}
	stopFirst, first, err := run("first")
	if err != nil {
		return err
	}
	defer stopFirst()
	if err := until(ctx, "the first leads", first.IsLeader); err != nil {
		return err
	}
	stopSecond, second, err := run("second")
	if err != nil {
		return err
	}
	defer stopSecond()
	if err := until(ctx, "the second sees the first", func() bool { return second.GetLeader() == "first" }); err != nil {
		return err
	}
	stopFirst()
	if err := until(ctx, "the second leads", second.IsLeader); err != nil {
		return err
	}
	if together.Load() > 0 {
		return errors.New("both led at once")
	}
	lease, err := with.typed.CoordinationV1().Leases(with.namespace).Get(ctx, "lead", metav1.GetOptions{})
	if err != nil {
		return err
	}
	if *lease.Spec.HolderIdentity != "second" || *lease.Spec.LeaseTransitions < 1 {
		return fmt.Errorf("the lease is %v", lease.Spec)
	}
	return nil
}
