"""What the tests share: strategies, oracles, samples, and fakes of the outside world."""
