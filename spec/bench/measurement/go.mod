module rx-informer.test/bench/measurement

go 1.26.0
