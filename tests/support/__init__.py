"""What the tests share: strategies, oracles, samples, and stand-ins for the outside world."""
