"""Rate limits: token buckets, and a throttle for wrong passwords."""

import time
from collections import OrderedDict


class Bucket:
    """Lets `burst` requests through at once, and `rate` a second in the long run."""

    __slots__ = ("at", "burst", "rate", "tokens")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.tokens = burst
        self.at = time.monotonic()

    def take(self, cost: float = 1.0) -> bool:
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < cost:
            return False
        self.tokens -= cost
        return True


class Limiter:
    """A bucket for each key; the longest unused ones are forgotten."""

    def __init__(self, rate: float, burst: float, most: int = 20_000) -> None:
        self.rate, self.burst, self.most = rate, burst, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allows(self, key: str, cost: float = 1.0) -> bool:
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self.rate, self.burst)
            if len(self._buckets) > self.most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(key)
        return bucket.take(cost)


class Throttle:
    """After a few wrong passwords each further try has to wait twice as long, up to a quarter of an hour."""

    LONGEST = 900.0

    def __init__(self, free: int, most: int = 20_000) -> None:
        self.free = free
        self.most = most
        self._wrong: OrderedDict[str, tuple[int, float]] = OrderedDict()

    def wait(self, key: str) -> float:
        """Seconds until the next try is allowed."""
        count, at = self._wrong.get(key, (0, 0.0))
        if count < self.free:
            return 0.0
        delay = min(self.LONGEST, 2.0 ** (count - self.free))
        return max(0.0, at + delay - time.monotonic())

    def wrong(self, key: str) -> None:
        count, _ = self._wrong.get(key, (0, 0.0))
        self._wrong[key] = (count + 1, time.monotonic())
        self._wrong.move_to_end(key)
        if len(self._wrong) > self.most:
            self._wrong.popitem(last=False)

    def right(self, key: str) -> None:
        self._wrong.pop(key, None)
